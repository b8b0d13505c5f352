import { isKeyOf } from "../narrowing.ts";
import { readDate } from "../time/calendar-date.ts";
import type { Field, Input } from "./fields.ts";
import { readText } from "./text-formats.ts";

/** What became of a value that somebody sends for a field; sentences do not name the field. */
export type FieldReading = { value: Input } | { problems: string[] };

const refuse = (...problems: string[]): FieldReading => ({ problems });
const required = refuse("Pflichtfeld.");
const choose = refuse("Bitte eine Auswahl treffen.");
const maxCents = 100_000_000_000;
const maxIdLength = 64;

/** Checks and normalises the value of a field. Empty is null, or an empty list; `auto` fields may always be empty. */
export function readInput(field: Field, sent: unknown): FieldReading {
  const isNeeded = field.required === true && !field.auto;
  const isEmpty = sent === null || sent === undefined || (typeof sent === "string" && sent.trim() === "");
  const reading = isEmpty && field.kind !== "flag" ? { value: emptyOf(field) } : readFilled(field, sent);
  if ("problems" in reading || !isNeeded) return reading;
  const { value } = reading;
  return value === null || (Array.isArray(value) && value.length === 0) ? required : reading;
}

/** What a field holds when nothing stands in it. */
export function emptyOf({ kind }: Field): Input {
  return kind === "texts" || kind === "choices" || kind === "links" || kind === "tags" ? [] : null;
}

function readFilled(field: Field, sent: unknown): FieldReading {
  switch (field.kind) {
    case "text":
      return typeof sent === "string" ? readLine(field, sent) : refuse("Bitte einen Text angeben.");
    case "markdown":
      return readMarkdown(field.max, sent);
    case "texts":
      return readLines(field, sent);
    case "choice":
      return typeof sent === "string" && Object.hasOwn(field.options, sent) ? { value: sent } : choose;
    case "choices":
      return readChoices(field.options, sent);
    case "date":
      return readCalendarDate(sent);
    case "integer":
      return readInteger(field, sent);
    case "money":
      return isWhole(sent) && sent >= 0 && sent <= maxCents ? { value: sent } : refuse("Betrag ist ungültig.");
    case "flag":
      return typeof sent === "boolean" ? { value: sent } : refuse("Bitte Ja oder Nein angeben.");
    case "relation":
      return isId(sent) ? { value: sent } : choose;
    case "links":
      return readLinks(field.roles, sent);
    case "tags":
      return readTags(sent);
    case "instant":
    case "machine":
      return refuse("Dieses Feld füllt das Portal.");
  }
}

function readLine(field: Extract<Field, { kind: "text" }>, sent: string): FieldReading {
  const reading = readText(field, sent.trim());
  return "problem" in reading ? refuse(reading.problem) : { value: reading.value || null };
}

function readMarkdown(max: number, sent: unknown): FieldReading {
  if (typeof sent !== "string") return refuse("Bitte einen Text angeben.");
  if (sent.length > max) return refuse(`Höchstens ${max} Zeichen.`);
  // Lines and tabs alone mean something in running text.
  return { value: sent.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, "") };
}

/** Says of each wrong line what is wrong with it. */
function readLines(field: Extract<Field, { kind: "texts" }>, sent: unknown): FieldReading {
  if (!isListOf(sent, isText)) return refuse("Bitte einen Text je Zeile angeben.");
  const lines = sent.map((line) => line.trim()).filter(Boolean);
  if (lines.length > 100) return refuse("Höchstens 100 Einträge.");
  const readings = lines.map((line) => ({ line, ...readText(field, line) }));
  const problems = readings.flatMap((reading) =>
    "problem" in reading ? [`${reading.problem} („${shortened(reading.line)}“)`] : [],
  );
  if (problems.length > 0) return { problems };
  const values = readings.flatMap((reading) => ("value" in reading && reading.value ? [reading.value] : []));
  return { value: [...new Set(values)] };
}

/** In the order in which they are offered, so that the same choices are equal. */
function readChoices(options: Record<string, string>, sent: unknown): FieldReading {
  if (!isListOf(sent, (value) => isKeyOf(options, value))) return choose;
  return { value: Object.keys(options).filter((value) => sent.includes(value)) };
}

function readCalendarDate(sent: unknown): FieldReading {
  const reading = readDate(typeof sent === "string" ? sent : "");
  return "problem" in reading ? refuse(reading.problem) : reading;
}

function readInteger({ min, max }: Extract<Field, { kind: "integer" }>, sent: unknown): FieldReading {
  if (!isWhole(sent) || sent < min) return refuse(`Bitte eine Zahl ab ${min} angeben.`);
  return sent > max ? refuse(`Bitte eine Zahl bis ${max} angeben.`) : { value: sent };
}

/** In the order in which they are kept, so that the same links are equal. */
function readLinks(roles: Record<string, string>, sent: unknown): FieldReading {
  if (!isListOf(sent, isLink)) return choose;
  if (sent.length > 500) return refuse("Höchstens 500 Einträge.");
  const links: { id: string; role: string }[] = [];
  for (const { id, role } of sent) {
    if (!isKeyOf(roles, role)) return refuse("Bitte eine Rolle wählen.");
    links.push({ id, role });
  }
  const byKey = new Map(links.map((link) => [`${link.role} ${link.id}`, link]));
  const inOrder = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1));
  return { value: inOrder.map(([, link]) => link) };
}

function readTags(sent: unknown): FieldReading {
  if (!isListOf(sent, isId)) return choose;
  return sent.length > 100 ? refuse("Höchstens 100 Tags.") : { value: [...new Set(sent)].sort() };
}

const isWhole = (sent: unknown): sent is number => Number.isSafeInteger(sent);
const isId = (sent: unknown): sent is string =>
  typeof sent === "string" && sent.length > 0 && sent.length <= maxIdLength;

const isText = (sent: unknown): sent is string => typeof sent === "string";
const isLink = (sent: unknown): sent is { id: string; role?: unknown } =>
  typeof sent === "object" && sent !== null && "id" in sent && isId(sent.id);

function isListOf<Member>(sent: unknown, isMember: (member: unknown) => member is Member): sent is Member[] {
  return Array.isArray(sent) && sent.every(isMember);
}

const shortened = (line: string) => (line.length > 60 ? `${line.slice(0, 60)}…` : line);
