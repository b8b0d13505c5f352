import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { mimeTypes, type UploadedFile } from "../../../contract/files/files.ts";
import { type VariantRequest, variantRecipe } from "../../files/image-variants.ts";
import type { Uploads } from "../../files/uploads.ts";
import { contentDisposition } from "./content-disposition.ts";

const oneYear = 365 * 24 * 60 * 60;

type SentFile = UploadedFile & { isRestricted?: boolean };

/** The bytes as they are kept, whole or the one range asked for; undefined when the store has lost them. */
export async function sendFile(request: Request, uploads: Uploads, file: SentFile): Promise<Response | undefined> {
  const etag = `"${file.key}"`;
  const headers = { ...headersOf(file, etag), "Accept-Ranges": "bytes" };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const range = readRange(request, etag, file.size);
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${file.size}` } });
  const stream = request.method === "HEAD" ? null : await uploads.store.read(file.key, range);
  if (stream === undefined) return undefined;
  const length = range ? range.end - range.start + 1 : file.size;
  return new Response(stream && toWeb(stream), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Type": file.mimeType,
      "Content-Length": String(length),
      ...(range ? { "Content-Range": `bytes ${range.start}-${range.end}/${file.size}` } : {}),
    },
  });
}

/** An image in another size or format; undefined when the store has lost the original. */
export async function sendVariant(
  request: Request,
  uploads: Uploads,
  file: SentFile,
  variant: VariantRequest,
): Promise<Response | undefined> {
  const etag = `"${file.key}-${variantRecipe}-${variant.width ?? "full"}-${variant.quality}-${variant.format}"`;
  const headers = { ...headersOf(file, etag), Vary: "Accept" };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const made = await uploads.variants.get(file.key, variant);
  if (!made) return undefined;
  return new Response(request.method === "HEAD" ? null : toWeb(createReadStream(made.path)), {
    headers: { ...headers, "Content-Type": `image/${variant.format}`, "Content-Length": String(made.size) },
  });
}

function headersOf(file: SentFile, etag: string): Record<string, string> {
  const isShown = mimeTypes[file.mimeType].image || file.mimeType === "application/pdf";
  return {
    ETag: etag,
    // A browser shows a restricted file again only to whom the portal still gives it.
    "Cache-Control": file.isRestricted ? "private, no-cache" : `private, max-age=${oneYear}, immutable`,
    "Content-Disposition": contentDisposition(isShown ? "inline" : "attachment", file.filename),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  return (
    known !== null && (known.trim() === "*" || known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag))
  );
}

/** One range of RFC 9110 section 14; several at once, or words that are no range, count as none. */
function readRange(request: Request, etag: string, size: number) {
  const condition = request.headers.get("if-range");
  if (condition !== null && condition !== etag) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  if (first === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start > end ? "unsatisfiable" : { start, end };
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
