import { erasedName, erasedValue } from "../../../contract/privacy/privacy.ts";

/** By what a person is known outside the portal. */
export interface Identity {
  /** As it is written in a text. */
  name: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  emails: readonly string[];
  /** In E.164. */
  phones: readonly string[];
}

const separators = "[\\s/().-]*";
/** How many trailing digits tell one phone number from others, however it is written. */
const tailLength = 8;
const minTail = 6;

/** The last digits of a phone number; undefined of one that is too short to be told from other figures. */
export function tailOf(phone: string): string | undefined {
  const tail = phone.replace(/\D/g, "").slice(-tailLength);
  return tail.length < minTail ? undefined : tail;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
const asWord = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu");

/**
 * Takes name, mail addresses and phone numbers of a person out of texts. A name of one word is left alone, since it may
 * be a word of any sentence.
 */
export function redactor({ name, firstName, lastName, emails, phones }: Identity): (text: string) => string {
  const names = [name, ...(firstName && lastName ? [`${lastName}, ${firstName}`, `${lastName} ${firstName}`] : [])];
  const rules: [RegExp, string][] = [
    ...emails.map((email): [RegExp, string] => [asWord(escaped(email)), erasedValue]),
    ...phones.flatMap((phone): [RegExp, string][] => {
      const tail = tailOf(phone);
      return tail ? [[new RegExp(`\\+?[\\d\\s/().-]*${[...tail].join(separators)}`, "g"), erasedValue]] : [];
    }),
    ...names
      .filter((each) => /\S\s+\S/.test(each))
      .map((each): [RegExp, string] => [asWord(escaped(each)), erasedName]),
  ];
  return (text) => rules.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

/** The same in every text of a JSON value; references to the person by their id lose their label. */
export function redactJson(json: string, redact: (text: string) => string, id: string): string {
  const isPerson = (value: object): value is { id: string; label: string } =>
    "label" in value && "id" in value && value.id === id;
  return JSON.stringify(
    JSON.parse(json, (_, value) => {
      if (typeof value === "string") return redact(value);
      return typeof value === "object" && value !== null && isPerson(value) ? { ...value, label: erasedName } : value;
    }),
  );
}

/** Whether the cells of a row, in whatever columns they stand, are about the person. */
export function isRowOf({ firstName, lastName, name, emails, phones }: Identity, cells: readonly unknown[]): boolean {
  const texts = cells.map((cell) => String(cell ?? "").toLowerCase());
  const holds = (words: string) => texts.some((text) => asWord(escaped(words.toLowerCase())).test(text));
  const tails = phones.flatMap((phone) => tailOf(phone) ?? []);
  return (
    emails.some(holds) ||
    tails.some((tail) => texts.some((text) => text.replace(/\D/g, "").endsWith(tail))) ||
    (firstName && lastName ? holds(firstName) && holds(lastName) : /\S\s+\S/.test(name) && holds(name))
  );
}
