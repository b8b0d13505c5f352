import { decodeText, detectEncoding } from "../../../imports/decode-text.ts";
import { readDocxText } from "./docx.ts";

const maxWords = 500_000;

/** The words in a file, cut to what a search needs. Throws when it cannot be read. */
export async function readFileText(bytes: Uint8Array, mimeType: string): Promise<string> {
  const text = await read(bytes, mimeType);
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxWords)
    .toWellFormed();
}

async function read(bytes: Uint8Array, mimeType: string): Promise<string> {
  if (mimeType === "application/pdf") {
    const { extractText, getDocumentProxy } = await import("unpdf");
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    return (await extractText(pdf, { mergePages: true })).text;
  }
  if (mimeType.startsWith("text/")) return decodeText(bytes, detectEncoding(bytes));
  return readDocxText(bytes);
}
