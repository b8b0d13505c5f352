import type Mammoth from "mammoth";
import { damaged, limits, UnreadableFile } from "./limits.ts";
import { readZip } from "./read-zip.ts";

/** Refuses a DOCX file that grows beyond measure when it is unpacked, before a library does that. */
function checkPacked(bytes: Uint8Array): void {
  for (const entry of readZip(bytes, { unpackedBytes: limits.documentBytes })) entry.bytes();
}

/** A DOCX file as HTML, its pictures within it. Throws UnreadableFile. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  checkPacked(bytes);
  return (await readWith((mammoth) => mammoth.convertToHtml({ buffer: Buffer.from(bytes) }))).value;
}

/** The words of a DOCX file. Throws UnreadableFile. */
export async function readDocxText(bytes: Uint8Array): Promise<string> {
  checkPacked(bytes);
  return (await readWith((mammoth) => mammoth.extractRawText({ buffer: Buffer.from(bytes) }))).value;
}

/** The library is loaded for the first document: most imports have none. */
async function readWith<Result>(read: (mammoth: typeof Mammoth) => Promise<Result>): Promise<Result> {
  const { default: mammoth } = await import("mammoth");
  try {
    return await read(mammoth);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged();
  }
}
