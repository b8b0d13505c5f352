import { Unzip, UnzipInflate } from "fflate";
import { limits, tooManyColumns, tooManyRows, UnreadableFile } from "./limits.ts";

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
        problem ??= new UnreadableFile("Die Datei wird beim Entpacken zu groß. Bitte speichere sie als CSV.");
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
