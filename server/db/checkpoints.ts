import path from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFile } from "./connection.ts";

const defaultEveryMs = 1000;

/**
 * Empties the write-ahead log from a thread of its own, so that no request waits for it. Should the thread fail, the
 * connection's own limit takes over. `stop` resolves when the thread is gone.
 */
export function startCheckpoints(
  dataDir: string,
  { everyMs = defaultEveryMs, onError }: { everyMs?: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const worker = new Worker(path.join(import.meta.dirname, "checkpoint-worker.ts"), {
    workerData: { file: databaseFile(dataDir), everyMs },
  });
  worker.unref();
  worker.on("error", onError);
  worker.on("message", onError);
  return { stop: async () => void (await worker.terminate()) };
}
