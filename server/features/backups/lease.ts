import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFile } from "../../db/connection.ts";
import type { DataPlace } from "../../db/data-place.ts";
import type { PlaceBeside } from "../../db/statement-beside.ts";
import { youngHeapMb } from "../../thread-queue.ts";

export interface LeaseOrder {
  place: PlaceBeside;
  id: string;
}

export interface Lease {
  /** Once the claim was renewed, or cannot be from there: from then on the thread that works may block. */
  begun: Promise<void>;
  end(): Promise<void>;
}

const heapMb = 32;

/**
 * Renews the claim of a run from a thread of its own for as long as this process lives. Copying and comparing a database of
 * gigabytes blocks the thread that works for longer than a claim lasts, and is no reason to take the run for dead.
 */
export function keepLease({ dataDir, postgres }: DataPlace, id: string): Lease {
  const place = postgres ? { url: postgres.url } : { file: databaseFile(dataDir) };
  const worker = new Worker(path.join(import.meta.dirname, "lease-worker.ts"), {
    workerData: { place, id } satisfies LeaseOrder,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  });
  // The run renews its claim as well whenever it is not busy.
  worker.on("error", () => undefined);
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  const begun = Promise.race([once(worker, "message").catch(() => undefined), ended]).then(() => worker.unref());
  return { begun, end: async () => void (await worker.terminate()) };
}
