import type { Cell } from "../../../../contract/imports/imports.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { aliasesOf } from "./aliases.ts";

/** A heading without case, accents, spaces and signs, so that „Kunden-Nr.“ and „KundenNr“ are the same. */
export function headingKey(heading: Cell): string {
  return String(heading)
    .toLowerCase()
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/\p{M}/gu, "");
}

/** Under which headings a file may carry a field, the surest first. */
export function headingsOf(type: RecordType, name: string, field: Field): string[] {
  const given = [field.label, ...(field.heading ? [field.heading] : []), ...aliasesOf(type, name), name];
  return [...new Set(given.map(headingKey).filter(Boolean))];
}

/** Every heading by which any field of a declaration is known. */
export function knownHeadings({ type, fields }: Declaration): Set<string> {
  return new Set(Object.entries(fields).flatMap(([name, field]) => headingsOf(type, name, field)));
}

const looksLikeContent = /@|:\/\/|^[+\d][\d\s./,:-]*$|^[\w-]+(\.[\w-]+)+$/u;

/**
 * The index of the row that holds the headings; undefined where the file begins with its content. What exports write
 * above the headings (a title, filters, totals) is passed over.
 */
export function findHeadingRow(
  rows: readonly { cells: readonly Cell[] }[],
  known: ReadonlySet<string>,
): number | undefined {
  const hits = rows.map(({ cells }) => cells.filter((cell) => known.has(headingKey(cell))).length);
  const best = Math.max(0, ...hits);
  if (best >= 2) return hits.indexOf(best);
  const begin = beginOf(rows);
  if (hits[begin] === 1) return begin;
  const table = rows.slice(begin);
  const first = table[0]?.cells ?? [];
  const widest = Math.max(0, ...table.map(({ cells }) => cells.length));
  const isHeading =
    first.length > 1 &&
    first.length === widest &&
    table.length > 1 &&
    first.every((cell) => typeof cell === "string" && cell !== "" && !looksLikeContent.test(cell)) &&
    new Set(first.map(headingKey)).size === first.length &&
    table.slice(1).some(({ cells }) => cells.some((cell) => typeof cell === "number" || looksLikeContent.test(cell)));
  if (isHeading) return begin;
  // What stands above a table is no record: its last line passes for the headings until a person names another.
  return begin > 0 ? begin - 1 : undefined;
}

/** Where the table begins below a title or a preamble: lines that fill at most half of its columns. */
function beginOf(rows: readonly { cells: readonly Cell[] }[]): number {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell !== "").length);
  const widest = Math.max(0, ...widths);
  const begin = widest < 3 ? 0 : widths.findIndex((width) => width * 2 > widest);
  return begin < 0 || begin === rows.length - 1 ? 0 : begin;
}
