import { strToU8, Zip, ZipDeflate } from "fflate";
import type { Export } from "./open-export.ts";
import { sheetEnd, sheetHead, sheetRows } from "./sheet-xml.ts";
import { sheetPath, workbookParts } from "./workbook-parts.ts";

/** A workbook with one sheet, page by page: it never lies in memory as a whole (docs/decisions/0008-xlsx-streaming.md). */
export async function* writeXlsx(exported: Export, at: Date): AsyncGenerator<Uint8Array> {
  const { columns, name } = exported;
  const archive = openArchive(at);
  for (const [path, xml] of Object.entries(workbookParts(name))) archive.file(path).push(strToU8(xml), true);

  const sheet = archive.file(sheetPath);
  let lastRow = 0;
  for await (const page of exported.pages()) {
    if (lastRow === 0) {
      sheet.push(strToU8(sheetHead(columns, page)));
      lastRow = 1;
    }
    sheet.push(strToU8(sheetRows(page, lastRow + 1)));
    lastRow += page.length;
    yield* archive.written();
  }
  if (lastRow === 0) sheet.push(strToU8(sheetHead(columns, [])));
  sheet.push(strToU8(sheetEnd(columns.length, lastRow)), true);
  archive.end();
  yield* archive.written();
}

function openArchive(mtime: Date) {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  return {
    file(path: string): ZipDeflate {
      const file = new ZipDeflate(path, { level: 5 });
      file.mtime = mtime;
      zip.add(file);
      return file;
    },
    end: () => zip.end(),
    /** What has been packed since the last call. */
    *written(): Generator<Uint8Array> {
      const ready = chunks;
      chunks = [];
      yield* ready;
    },
  };
}
