import type { Cell } from "../../../../contract/imports/imports.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";

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
export function headingsOf(name: string, field: Field): string[] {
  const given = [field.label, ...(field.heading ? [field.heading] : []), ...(field.aliases ?? []), name];
  return [...new Set(given.map(headingKey).filter(Boolean))];
}

/** Every heading by which any field of a declaration is known. */
export function knownHeadings({ fields }: Declaration): Set<string> {
  return new Set(Object.entries(fields).flatMap(([name, field]) => headingsOf(name, field)));
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
  const first = rows[0]?.cells ?? [];
  if (best >= 2) return hits.indexOf(best);
  if (hits[0] === 1) return 0;
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const isHeading =
    first.length > 1 &&
    first.length === widest &&
    rows.length > 1 &&
    first.every((cell) => typeof cell === "string" && cell !== "" && !looksLikeContent.test(cell)) &&
    new Set(first.map(headingKey)).size === first.length &&
    rows.slice(1).some(({ cells }) => cells.some((cell) => typeof cell === "number" || looksLikeContent.test(cell)));
  return isHeading ? 0 : undefined;
}
