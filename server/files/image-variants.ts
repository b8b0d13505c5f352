import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Sharp } from "sharp";
import { newToken } from "../auth/tokens.ts";
import { inImageQueue, loadSharp } from "./load-sharp.ts";
import { type FileStore, keyPattern } from "./store.ts";

export type VariantFormat = "webp" | "jpeg" | "png" | "gif";

export interface VariantRequest {
  /** Undefined keeps the width of the original. */
  width: number | undefined;
  quality: number;
  format: VariantFormat;
}

export interface ImageVariants {
  /** The variant as a local file, made at the first request; undefined when the store has no original. */
  get(key: string, request: VariantRequest): Promise<{ path: string; size: number } | undefined>;
  remove(key: string): Promise<void>;
  /** The keys of files of which this host has variants. */
  keys(): Promise<string[]>;
}

const encoders: Record<VariantFormat, (image: Sharp, quality: number) => Sharp> = {
  webp: (image, quality) => image.webp({ quality, effort: 2 }),
  jpeg: (image, quality) => image.jpeg({ quality }),
  // A quality below 100 would reduce a PNG to a palette.
  png: (image) => image.png(),
  gif: (image) => image.gif({ effort: 3 }),
};

/** Raised when the encoders above change, so that no cached variant of before answers under a new ETag. */
export const variantRecipe = "1";

/** Keeps variants under `{folder}/{key}/`; requests for one that is being made wait for it instead of making it again. */
export async function openVariants(folder: string, store: Pick<FileStore, "read">): Promise<ImageVariants> {
  const unfinished = path.join(folder, "unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const inWork = new Map<string, Promise<{ path: string; size: number } | undefined>>();

  async function make(key: string, request: VariantRequest, file: string) {
    const original = await store.read(key);
    if (!original) return undefined;
    const temporary = path.join(unfinished, newToken());
    try {
      const sharp = await loadSharp();
      const image = sharp(undefined, { animated: request.format === "webp" || request.format === "gif" });
      if (request.width) image.resize({ width: request.width, withoutEnlargement: true });
      const encoder = encoders[request.format](image, request.quality);
      await pipeline(original, encoder, createWriteStream(temporary, { flags: "wx", mode: 0o600 }));
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await rename(temporary, file);
    } catch (error) {
      original.destroy();
      await rm(temporary, { force: true });
      throw error;
    }
    return found(file);
  }

  const findOrMake = async (key: string, request: VariantRequest, file: string) =>
    (await found(file)) ?? inImageQueue(() => make(key, request, file));

  return {
    get(key, request) {
      if (!keyPattern.test(key)) return Promise.resolve(undefined);
      const name = `${variantRecipe}-${request.width ?? "full"}-${request.quality}.${request.format}`;
      const file = path.join(folder, key, name);
      const pending = inWork.get(file) ?? findOrMake(key, request, file).finally(() => inWork.delete(file));
      inWork.set(file, pending);
      return pending;
    },
    async remove(key) {
      if (keyPattern.test(key)) await rm(path.join(folder, key), { recursive: true, force: true });
    },
    keys: async () => (await readdir(folder)).filter((name) => keyPattern.test(name)),
  };
}

async function found(file: string): Promise<{ path: string; size: number } | undefined> {
  try {
    return { path: file, size: (await stat(file)).size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
