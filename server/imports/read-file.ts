import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { type Delimiter, delimiters } from "../../contract/imports/delimiters.ts";
import type { Cell, Reading } from "../../contract/imports/imports.ts";
import { decodeText, detectEncoding } from "./decode-text.ts";
import { limits, tooManyColumns, tooManyRows, UnreadableFile } from "./limits.ts";
import type { Sheet } from "./read-xlsx.ts";

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

/** A thread reads one file, and loading takes longer than most of them: each loads only what its kind needs. */
const readSheets: Record<Exclude<FileKind, "text">, (bytes: Uint8Array) => Promise<Sheet[]>> = {
  xlsx: async (bytes) => (await import("./read-xlsx.ts")).readXlsx(bytes),
  kumaJson: async (bytes) => (await import("./monitors/kuma-json.ts")).readKumaJson(bytes),
  kumaSqlite: async (bytes) => (await import("./monitors/kuma-sqlite.ts")).readKumaSqlite(bytes),
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
  const sheets = asked.sheet === undefined ? undefined : await readMonitorList(text, delimiter);
  const sheet = sheets && (sheets.find(({ name }) => name === asked.sheet) ?? sheets[0]);
  if (!sheets || !sheet)
    return { reading: { encoding, delimiter }, sheets: [], rows: numbered(readCsv(text, delimiter)) };
  const reading = { encoding, delimiter, sheet: sheet.name };
  return { reading, sheets: sheets.map(({ name }) => name), rows: numbered(sheet.rows) };
}

/** A list of monitors that becomes records of several types; undefined for every other text. */
async function readMonitorList(text: string, delimiter: Delimiter): Promise<Sheet[] | undefined> {
  const { isUptimeRobot, readUptimeRobot } = await import("./monitors/uptimerobot.ts");
  const rows: Cell[][] = [];
  for await (const record of readCsv(text, delimiter)) {
    rows.push(record.map(tidy));
    if (rows.length === 1 && !isUptimeRobot(record)) return undefined;
    if (rows.length > limits.rows + 1) throw tooManyRows();
  }
  return rows.length > 1 ? readUptimeRobot(rows) : undefined;
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

const pieceLength = 256 * 1024;

/** The records of a text, in order, empty ones included. Throws UnreadableFile where a quote never ends. */
async function* readCsv(text: string, delimiter: Delimiter): AsyncGenerator<string[]> {
  try {
    for await (const record of Readable.from(pieces(text)).pipe(parse(csvOptions(delimiter)))) yield record;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

function unreadable(error: CsvError): UnreadableFile {
  const line = typeof error.lines === "number" ? ` Zeile ${error.lines}` : "";
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return new UnreadableFile(
      `Ein Anführungszeichen wird bis zum Ende der Datei nicht geschlossen (gelesen bis${line}).`,
    );
  if (error.code === "CSV_MAX_RECORD_SIZE")
    return new UnreadableFile(`Eine Zeile ist zu lang (bei${line}). Stimmt das Trennzeichen?`);
  return new UnreadableFile(`Die Datei lässt sich nicht lesen (bei${line}).`);
}

/** How text files are cut: as forgiving as spreadsheets are, and no record without an end. */
function csvOptions(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: limits.columns * limits.cellLength,
  };
}

const sampleLength = 64 * 1024;
const sampleRecords = 50;

/**
 * The character that cuts the sample into the most columns on which the most records agree. A list of one column has
 * none; `;` stands for it then.
 */
function detectDelimiter(text: string): Delimiter {
  const sample = wholeLines(text.slice(0, sampleLength));
  let best: { delimiter: Delimiter; score: number } = { delimiter: ";", score: 0 };
  for (const delimiter of delimiters) {
    const score = scoreOf(sample, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: string, delimiter: Delimiter): number {
  const widths = readWidths(sample, delimiter);
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  let score = 0;
  for (const [width, records] of counts) score = Math.max(score, (records / widths.length) * Math.log2(width + 1));
  return score;
}

function readWidths(sample: string, delimiter: Delimiter): number[] {
  try {
    const records = parseAtOnce(sample, { ...csvOptions(delimiter), to: sampleRecords, skip_empty_lines: true });
    return records.map((record) => record.length);
  } catch {
    return [];
  }
}

/** Without the last, cut-off line. */
function wholeLines(sample: string): string {
  if (sample.length < sampleLength) return sample;
  const end = Math.max(sample.lastIndexOf("\n"), sample.lastIndexOf("\r"));
  return end > 0 ? sample.slice(0, end) : sample;
}
