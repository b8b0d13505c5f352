import path from "node:path";
import { Worker } from "node:worker_threads";
import type { DataPlace } from "../../db/data-place.ts";
import { youngHeapMb } from "../../thread-queue.ts";

export interface LeaseOrder {
  place: DataPlace;
  id: string;
}

const heapMb = 32;

/**
 * Renews the claim of a run from a thread of its own for as long as this process lives. Copying and comparing a database of
 * gigabytes blocks the thread that works for longer than a claim lasts, and is no reason to take the run for dead.
 */
export function keepLease({ dataDir, postgres }: DataPlace, id: string): { end(): Promise<void> } {
  const order: LeaseOrder = { place: { dataDir, postgres }, id };
  const worker = new Worker(path.join(import.meta.dirname, "lease-worker.ts"), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  });
  // The run renews its claim as well whenever it is not busy.
  worker.on("error", () => undefined);
  worker.unref();
  return { end: async () => void (await worker.terminate()) };
}
