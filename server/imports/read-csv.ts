import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Delimiter } from "../../contract/imports/imports.ts";
import { csvOptions } from "./csv-options.ts";
import { UnreadableFile } from "./limits.ts";

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
