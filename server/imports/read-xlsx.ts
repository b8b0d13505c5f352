import { strFromU8, strToU8, Unzip, UnzipInflate, unzipSync, zipSync } from "fflate";
import type { CellValue } from "read-excel-file/node";
import type { Cell } from "../../contract/imports/imports.ts";
import { limits, tooManyColumns, tooManyRows, UnreadableFile } from "./limits.ts";

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

async function readSheets(bytes: Uint8Array) {
  const { default: readXlsxFile } = await import("read-excel-file/node");
  return readXlsxFile(Buffer.from(onlyWorksheets(bytes)));
}

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

const stepBytes = 64 * 1024;

/**
 * Unpacks an archive once without keeping anything, and throws UnreadableFile as soon as more comes out of it than a
 * spreadsheet may hold, or a cell that lies beyond the limits: the library that reads it fills the grid up to the last
 * cell. What the archive says of its own sizes is not believed.
 */
export function refuseZipBomb(bytes: Uint8Array): void {
  let unpacked = 0;
  let problem: Error | undefined;
  const unzip = new Unzip((file) => {
    const findProblem = /\.xml$/i.test(file.name) ? watchCells() : () => undefined;
    file.ondata = (error, chunk) => {
      if (error) problem ??= new UnreadableFile("Die Datei ist beschädigt.");
      problem ??= findProblem(chunk);
      unpacked += chunk?.length ?? 0;
      if (unpacked > limits.unpackedBytes) {
        problem ??= new UnreadableFile("Die Datei wird beim Entpacken zu groß. Bitte speichere sie als CSV.", {
          code: "tooLarge",
        });
        file.terminate();
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length && !problem; start += stepBytes)
      unzip.push(bytes.subarray(start, start + stepBytes), start + stepBytes >= bytes.length);
  } catch {
    problem ??= new UnreadableFile("Die Datei ist beschädigt.");
  }
  if (problem) throw problem;
}

const cellStart = /<(?:\w+:)?c\s[^>]*?\br=["']([A-Z]{1,3})(\d{1,7})["'][^>]*>/g;
/** Longer than the tag of any cell. */
const maxTag = 500;
/** A few rows above the headings belong to no limit. */
const lastRow = limits.rows + 100;

/** Looks through the parts of a sheet as they come for cells with a content beyond the last column or row. */
function watchCells(): (chunk: Uint8Array | undefined) => UnreadableFile | undefined {
  let rest = "";
  return (chunk) => {
    const text = rest + Buffer.from(chunk ?? []).toString("latin1");
    for (const [tag, column = "", row = ""] of text.matchAll(cellStart)) {
      if (tag.endsWith("/>")) continue;
      if (columnNumber(column) > limits.datevColumns) return tooManyColumns();
      if (Number(row) > lastRow) return tooManyRows();
    }
    const open = text.lastIndexOf("<");
    rest = open >= 0 && text.length - open <= maxTag ? text.slice(open) : "";
    return undefined;
  };
}

const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
