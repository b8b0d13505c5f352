import type { z } from "zod";

const kinds: Record<string, string> = {
  string: "Bitte Text angeben.",
  number: "Bitte eine Zahl angeben.",
  int: "Bitte eine ganze Zahl angeben.",
  boolean: "Bitte ja oder nein angeben.",
  date: "Bitte ein Datum angeben.",
  array: "Bitte eine Liste angeben.",
};

const counted: Record<string, (count: string) => string> = {
  string: (count) => `${count} Zeichen`,
  array: (count) => (count === "1" ? "1 Eintrag" : `${count} Einträge`),
  set: (count) => (count === "1" ? "1 Eintrag" : `${count} Einträge`),
};
const amount = (origin: string, count: number | bigint) =>
  (counted[origin] ?? ((text: string) => text))(count.toLocaleString("de-DE"));

/** What a schema of the contract leaves unsaid, in words for people: nothing of types, characters and patterns. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return "Pflichtfeld.";
      return kinds[issue.expected] ?? "Diese Angabe wird nicht verstanden.";
    case "too_big":
      return issue.inclusive === false
        ? `Weniger als ${amount(issue.origin, issue.maximum)}.`
        : `Höchstens ${amount(issue.origin, issue.maximum)}.`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1 && issue.input === "") return "Pflichtfeld.";
      return issue.inclusive === false
        ? `Mehr als ${amount(issue.origin, issue.minimum)}.`
        : `Mindestens ${amount(issue.origin, issue.minimum)}.`;
    case "invalid_format":
      if (issue.format === "email") return "Das ist keine E-Mail-Adresse.";
      if (issue.format === "url") return "Das ist keine Adresse im Netz.";
      return "Diese Form wird nicht angenommen.";
    case "not_multiple_of":
      return `Bitte ein Vielfaches von ${issue.divisor} angeben.`;
    case "unrecognized_keys":
      return `${issue.keys.join(", ")}: Dieses Feld gibt es nicht.`;
    case "invalid_value":
      return `Möglich ist: ${issue.values.map(String).join(", ")}.`;
    default:
      return "Diese Angabe wird nicht verstanden.";
  }
}
