import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { inThreadQueue, threadHeapMb, youngHeapMb } from "../thread-queue.ts";
import { maxPixels } from "./load-sharp.ts";

const patienceMs = 30_000;

export interface Pixels {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Decodes a HEIC file to RGBA in a thread of its own: the decoder is synchronous, and its input a stranger's. */
export function decodeHeic(file: string): Promise<Pixels> {
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
