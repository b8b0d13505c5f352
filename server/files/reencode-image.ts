import { createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import type { Sharp } from "sharp";
import type { MimeType } from "../../contract/files/files.ts";
import { inThreadQueue, threadHeapMb, youngHeapMb } from "../thread-queue.ts";
import { inImageQueue, loadSharp, maxPixels } from "./load-sharp.ts";

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

const patienceMs = 30_000;

interface Pixels {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Decodes a HEIC file to RGBA in a thread of its own: the decoder is synchronous, and its input a stranger's. */
function decodeHeic(file: string): Promise<Pixels> {
  return inThreadQueue({ userId: `heic:${file}` }, () => decode(file));
}

async function decode(file: string): Promise<Pixels> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
    workerData: { bytes: await readFile(file), maxPixels },
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    // The decoder reports every damaged file on the console.
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise<Pixels>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the decoder ended without an image")));
      setTimeout(() => reject(new Error("the decoder took too long")), patienceMs).unref();
    });
  } finally {
    await worker.terminate();
  }
}
