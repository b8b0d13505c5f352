import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { type Delimiter, delimiters } from "../../contract/imports/imports.ts";
import { limits, UnreadableFile } from "./limits.ts";

const pieceLength = 256 * 1024;

/** The records of a text, in order, empty ones included. Throws UnreadableFile where a quote never ends. */
export async function* readCsv(text: string, delimiter: Delimiter): AsyncGenerator<string[]> {
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
export function detectDelimiter(text: string): Delimiter {
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
