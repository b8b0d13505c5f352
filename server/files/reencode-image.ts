import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Sharp } from "sharp";
import type { MimeType } from "../../contract/files/files.ts";
import { decodeHeic } from "./decode-heic.ts";
import { inImageQueue, loadSharp } from "./load-sharp.ts";

export type ImageMimeType = Extract<MimeType, `image/${string}`> & RasterMimeType;
export type RasterMimeType = "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif" | "image/heic";
type KeptMimeType = "image/jpeg" | "image/png" | "image/webp" | "image/gif";

/** What an image is kept as: browsers cannot show HEIC, and writing AVIF costs seconds per picture (decision 0004). */
const keptAs: Record<RasterMimeType, KeptMimeType> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  "image/webp": "image/webp",
  "image/gif": "image/gif",
  "image/avif": "image/webp",
  "image/heic": "image/jpeg",
};

const encoders: Record<KeptMimeType, (image: Sharp) => Sharp> = {
  "image/jpeg": (image) => image.jpeg({ quality: 90 }),
  "image/png": (image) => image.png(),
  "image/webp": (image) => image.webp({ quality: 90, effort: 2 }),
  "image/gif": (image) => image.gif({ effort: 3 }),
};

export interface ReencodedImage {
  path: string;
  size: number;
  mimeType: KeptMimeType;
  width: number;
  height: number;
}

/** Writes the picture anew, upright and without metadata; throws when the bytes are no sound image of that type. */
export function reencodeImage(from: string, type: RasterMimeType, to: string): Promise<ReencodedImage> {
  return inImageQueue(async () => {
    const mimeType = keptAs[type];
    const image = encoders[mimeType](await openUpright(from, type));
    await pipeline(image, createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }));
    const { width, height, pageHeight } = await (await loadSharp())(to, { animated: true }).metadata();
    return { path: to, size: (await stat(to)).size, mimeType, width, height: pageHeight ?? height };
  });
}

async function openUpright(from: string, type: RasterMimeType): Promise<Sharp> {
  const sharp = await loadSharp();
  if (type === "image/heic") {
    const { width, height, pixels } = await decodeHeic(from);
    return (await import("sharp")).default(pixels, { raw: { width, height, channels: 4 } }).flatten();
  }
  const { pages = 1 } = await sharp(from).metadata();
  // libvips cannot turn several frames at once, and animations carry no orientation.
  const isAnimated = pages > 1 && (type === "image/gif" || type === "image/webp");
  return isAnimated ? sharp(from, { animated: true }) : sharp(from).autoOrient();
}
