import type { Cell, Reading } from "../../contract/imports/imports.ts";
import { detectDelimiter, readCsv } from "./csv.ts";
import { decodeText, detectEncoding } from "./decode-text.ts";
import { limits, tooManyColumns, tooManyRows, UnreadableFile } from "./limits.ts";
import { readKumaJson } from "./monitors/kuma-json.ts";
import { readKumaSqlite } from "./monitors/kuma-sqlite.ts";
import { readXlsx, type Sheet } from "./read-xlsx.ts";

/** A line of the file as a spreadsheet counts it, from 1. Lines without content are left out. */
export interface FileRow {
  number: number;
  cells: Cell[];
}

export interface OpenedFile {
  /** How the file is read: what was asked for, and what was found where nothing was. */
  reading: Reading;
  sheets: string[];
  rows: AsyncIterable<FileRow>;
}

export type FileKind = "text" | "xlsx" | "kumaJson" | "kumaSqlite";

const readSheets: Record<Exclude<FileKind, "text">, (bytes: Uint8Array) => Sheet[] | Promise<Sheet[]>> = {
  xlsx: readXlsx,
  kumaJson: readKumaJson,
  kumaSqlite: readKumaSqlite,
};

/** Opens an import file; encoding, delimiter and sheet are found out unless given. */
export async function openFile(kind: FileKind, bytes: Uint8Array, asked: Partial<Reading>): Promise<OpenedFile> {
  if (kind !== "text") {
    const sheets = await readSheets[kind](bytes);
    const sheet = sheets.find(({ name }) => name === asked.sheet) ?? sheets.find(({ rows }) => rows.length > 0);
    if (!sheet) throw new UnreadableFile("Die Datei enthält keine Zeilen.");
    const reading: Reading = { encoding: "utf-8", delimiter: ";", sheet: sheet.name };
    return { reading, sheets: sheets.map(({ name }) => name), rows: numbered(sheet.rows) };
  }
  const encoding = asked.encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const delimiter = asked.delimiter ?? detectDelimiter(text);
  return { reading: { encoding, delimiter }, sheets: [], rows: numbered(readCsv(text, delimiter)) };
}

async function* numbered(rows: Iterable<Cell[]> | AsyncIterable<Cell[]>): AsyncGenerator<FileRow> {
  let number = 0;
  let kept = 0;
  let isDatev = false;
  for await (const row of rows) {
    number += 1;
    const cells = withoutTail(row.map(tidy));
    if (cells.length === 0) continue;
    isDatev ||= kept === 0 && /^"?(EXTF|DTVF)\b/.test(String(cells[0]));
    if (cells.length > (isDatev ? limits.datevColumns : limits.columns)) throw tooManyColumns();
    kept += 1;
    // One more than the limit, for the heading.
    if (kept > limits.rows + 1) throw tooManyRows();
    yield { number, cells };
  }
}

/** Cells beyond the limit keep one character more than allowed, by which the check of the row finds them. */
function tidy(cell: Cell): Cell {
  return typeof cell === "number" ? cell : cell.trim().slice(0, limits.cellLength + 1);
}

function withoutTail(cells: Cell[]): Cell[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === "") end -= 1;
  return cells.slice(0, end);
}
