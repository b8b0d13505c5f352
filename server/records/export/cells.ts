import { type Field, isHundredths, type Output } from "../../../contract/records/fields.ts";
import { formatCell } from "../../../contract/records/table-cell.ts";

/** A field's value as files carry it: what computes stays a number or a date, everything else is its readable text. */
export type Cell =
  | { kind: "empty" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number; decimals: 0 | 2 }
  /** `YYYY-MM-DD` */
  | { kind: "date"; date: string };

/** What a file shows of a field; empty for what has no value. */
export function toCell(field: Field, value: Output | undefined): Cell {
  if (value === null || value === undefined) return { kind: "empty" };
  if (isHundredths(field)) return { kind: "number", value: Number(value) / 100, decimals: 2 };
  if (field.kind === "integer") return { kind: "number", value: Number(value), decimals: 0 };
  if (field.kind === "date") return { kind: "date", date: String(value) };
  const text = formatCell(field, value);
  return text === "" ? { kind: "empty" } : { kind: "text", text };
}
