import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type MimeType, maxImageBytes, mimeTypes } from "../../contract/files/files.ts";
import { newToken } from "../auth/tokens.ts";
import { invalidField, Problem } from "../problem.ts";
import { type RasterMimeType, reencodeImage } from "./reencode-image.ts";

export interface VerifiedFile {
  path: string;
  size: number;
  mimeType: MimeType;
  width: number | null;
  height: number | null;
}

const textTypes: readonly MimeType[] = [
  "text/csv",
  "text/tab-separated-values",
  "text/plain",
  "text/markdown",
  "application/json",
  "message/rfc822",
  "image/svg+xml",
];

/** Spreadsheets write tables in Windows-1252 and UTF-16, too; the import reads them. */
const tableTypes: readonly MimeType[] = ["text/csv", "text/tab-separated-values", "text/plain"];

/** Names under which file-type knows what we announce by another name. */
const alsoKnownAs: Partial<Record<MimeType, readonly string[]>> = {
  "image/heic": ["image/heif"],
  "image/png": ["image/apng"],
  "application/vnd.sqlite3": ["application/x-sqlite3"],
  "application/zip": [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
};

const wrongType = (cause?: unknown) =>
  new Problem("invalid", {
    message: "Datei: Der Inhalt passt nicht zum angegebenen Dateityp.",
    fields: { file: ["Datei: Der Inhalt passt nicht zum angegebenen Dateityp."] },
    cause,
  });

/**
 * Trusts the bytes and not the name: what they are must be what was announced, and images are written anew into the
 * work folder. Throws a Problem and leaves nothing in the work folder when they are something else.
 */
export async function verifyFile(received: string, announced: MimeType, workFolder: string): Promise<VerifiedFile> {
  const { size } = await stat(received);
  if (textTypes.includes(announced)) {
    await checkText(received, announced);
    return { path: received, size, mimeType: announced, width: null, height: null };
  }
  const { fileTypeFromFile } = await import("file-type");
  const found = (await fileTypeFromFile(received))?.mime;
  if (found !== announced && !alsoKnownAs[announced]?.includes(found ?? "")) throw wrongType();
  if (!mimeTypes[announced].image) return { path: received, size, mimeType: announced, width: null, height: null };

  if (size > maxImageBytes) throw invalidField("size", "Datei: Bilder haben höchstens 15 MB.");
  const file = path.join(workFolder, newToken());
  return reencodeImage(received, announced as RasterMimeType, file).catch(async (cause) => {
    await rm(file, { force: true });
    throw wrongType(cause);
  });
}

/** Text is UTF-8 without NUL, tables may be in older encodings; never the beginning of a format that only looks like text. */
async function checkText(file: string, announced: MimeType): Promise<void> {
  const { fileTypeFromFile } = await import("file-type");
  const found = (await fileTypeFromFile(file))?.mime;
  if (found !== undefined && found !== "application/xml" && found !== announced) throw wrongType();
  if (announced === "image/svg+xml" && !/<svg[\s>]/i.test(await readStart(file))) throw wrongType();
  const mark = (await readBytes(file, 2)).toString("latin1");
  if (tableTypes.includes(announced) && (mark === "\xff\xfe" || mark === "\xfe\xff")) return;
  const decoder = new TextDecoder("utf-8", { fatal: !tableTypes.includes(announced) });
  try {
    for await (const chunk of createReadStream(file)) {
      if ((chunk as Buffer).includes(0)) throw new TypeError("NUL in a text");
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
  } catch (cause) {
    throw wrongType(cause);
  }
}

async function readStart(file: string): Promise<string> {
  return (await readBytes(file, 4096)).toString();
}

async function readBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
