import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import readXlsxFile, { type CellValue } from "read-excel-file/node";
import type { Cell } from "../../contract/imports/imports.ts";
import { limits, tooManyRows, UnreadableFile } from "./limits.ts";
import { refuseZipBomb } from "./zip-guard.ts";

export interface Sheet {
  name: string;
  rows: Cell[][];
}

/** All sheets of a workbook. Throws UnreadableFile for what is none. */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet[]> {
  refuseZipBomb(bytes);
  const found = await readSheets(bytes).catch((cause: unknown) => {
    throw new UnreadableFile("Die Datei lässt sich nicht als Excel-Datei lesen.", { cause });
  });
  const sheets = found.slice(0, limits.sheets);
  if (sheets.some(({ data }) => data.length > limits.rows + 100)) throw tooManyRows();
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toCell)) }));
}

const readSheets = async (bytes: Uint8Array) => readXlsxFile(Buffer.from(onlyWorksheets(bytes)));

/** Dates become ISO text; numbers stay numbers, so that no one has to guess what a dot in them means. */
function toCell(value: CellValue | null): Cell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
  if (typeof value === "boolean") return value ? "Ja" : "Nein";
  return typeof value === "number" ? value : String(value);
}

const workbook = "xl/workbook.xml";
const relations = "xl/_rels/workbook.xml.rels";
const otherSheet = /<Relationship\b[^>]*\/(?:chartsheet|dialogsheet|xlMacrosheet)"[^>]*>/g;

/** A workbook without the sheets that have no cells, such as charts; the library that reads workbooks knows only others. */
function onlyWorksheets(bytes: Uint8Array): Uint8Array {
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
