import mammoth from "mammoth";
import { damaged, limits, UnreadableFile } from "./limits.ts";
import { readZip } from "./read-zip.ts";

/** Refuses a DOCX file that grows beyond measure when it is unpacked, before a library does that. */
function checkPacked(bytes: Uint8Array): void {
  for (const entry of readZip(bytes, { unpackedBytes: limits.documentBytes })) entry.bytes();
}

/** A DOCX file as HTML, its pictures within it. Throws UnreadableFile. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  checkPacked(bytes);
  return (await readWith(() => mammoth.convertToHtml({ buffer: Buffer.from(bytes) }))).value;
}

/** The words of a DOCX file. Throws UnreadableFile. */
export async function readDocxText(bytes: Uint8Array): Promise<string> {
  checkPacked(bytes);
  return (await readWith(() => mammoth.extractRawText({ buffer: Buffer.from(bytes) }))).value;
}

async function readWith<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged();
  }
}
