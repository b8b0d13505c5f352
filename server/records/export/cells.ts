import type { Field, LinkRef, Output, Ref, TagRef } from "../../../contract/records/fields.ts";

/** A field's value as files carry it: what computes stays a number or a date, references are their labels. */
export type Cell =
  | { kind: "empty" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number; decimals: 0 | 2 }
  /** `YYYY-MM-DD` */
  | { kind: "date"; date: string };

const empty: Cell = { kind: "empty" };
const textOf = (text: string): Cell => (text === "" ? empty : { kind: "text", text });
const listOf = (parts: readonly string[]): Cell => textOf(parts.join(", "));

/** What a file shows of a field; empty for what has no value. */
export function toCell(field: Field, value: Output | undefined): Cell {
  if (value === null || value === undefined || field.kind === "machine") return empty;
  switch (field.kind) {
    case "integer":
      return { kind: "number", value: value as number, decimals: 0 };
    case "money":
      return { kind: "number", value: (value as number) / 100, decimals: 2 };
    case "date":
      return { kind: "date", date: value as string };
    case "flag":
      return textOf(value ? "Ja" : "Nein");
    case "choice":
      return textOf(field.options[value as string] ?? (value as string));
    case "choices":
      return listOf((value as string[]).map((key) => field.options[key] ?? key));
    case "relation":
      return textOf((value as Ref).label);
    case "tags":
      return listOf((value as TagRef[]).map(({ name }) => name));
    case "links":
      return listOf((value as LinkRef[]).map(({ label, role }) => `${label} (${field.roles[role] ?? role})`));
    case "texts":
      return listOf(value as string[]);
    default:
      return textOf(value as string);
  }
}
