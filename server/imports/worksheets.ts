import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

const workbook = "xl/workbook.xml";
const relations = "xl/_rels/workbook.xml.rels";
const otherSheet = /<Relationship\b[^>]*\/(?:chartsheet|dialogsheet|xlMacrosheet)"[^>]*>/g;

/** A workbook without the sheets that have no cells, such as charts; the library that reads workbooks knows only others. */
export function onlyWorksheets(bytes: Uint8Array): Uint8Array {
  const named = unzipSync(bytes, { filter: ({ name }) => name === relations });
  const found = strFromU8(named[relations] ?? new Uint8Array()).match(otherSheet) ?? [];
  const ids = new Set(found.flatMap((relation) => /\bId="([^"]*)"/.exec(relation)?.[1] ?? []));
  if (ids.size === 0) return bytes;
  const parts = unzipSync(bytes);
  const text = strFromU8(parts[workbook] ?? new Uint8Array());
  const kept = text.replace(/<sheet\b[^>]*>/g, (sheet) =>
    ids.has(/\br:id="([^"]*)"/.exec(sheet)?.[1] ?? "") ? "" : sheet,
  );
  return zipSync({ ...parts, [workbook]: strToU8(kept) }, { level: 0 });
}
