import type { Sharp, SharpOptions } from "sharp";
import { Problem } from "../problem.ts";

export const maxPixels = 50_000_000;
export const maxConcurrentImages = 2;

let loading: Promise<(input: string | undefined, options?: SharpOptions) => Sharp> | undefined;

/**
 * Opens images with the limits that strangers' images need: a pixel limit, no damaged input, and only the decoders of
 * the formats that the portal accepts. Loaded at the first image, because libvips would slow the start.
 */
export function loadSharp() {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // Two images at a time occupy two cores; each in several threads would hold more of its rows.
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    const decoders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((name) => `VipsForeignLoad${name}`);
    sharp.unblock({ operation: decoders });
    return (input, given) => {
      const options: SharpOptions = { limitInputPixels: maxPixels, failOn: "error", ...given };
      return input === undefined ? sharp(options) : sharp(input, options);
    };
  });
  return loading;
}

let running = 0;
const waiting: (() => void)[] = [];

/** A page full of photos asks for less; the rest is refused rather than gathered. */
export const maxWaitingImages = 300;

/** Runs at most two image jobs at a time: they share Node's four threads with the file system and password hashing. */
export async function inImageQueue<Result>(job: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= maxWaitingImages)
    throw new Problem("too_many", {
      message: "Gerade werden zu viele Bilder vorbereitet. Bitte versuche es gleich noch einmal.",
      retryAfterSeconds: 5,
    });
  if (running >= maxConcurrentImages) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await job();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
