import type { Log } from "../log.ts";
import type { Db } from "./connection.ts";

/** Workers that the commit of new work wakes, instead of letting it wait for their next round. */
export type Worker =
  | "mail"
  | "webhooks"
  | "channels"
  | "attachmentTexts"
  | "pageBoxes"
  | "searchNames"
  | "searchMerge"
  | "incidents"
  | "maintenance"
  | "checks"
  | "checkPlans"
  | "checkEvents"
  | "checkFigures";

const listeners = new WeakMap<object, Map<Worker, () => void>>();

interface WorkerOptions {
  worker: Worker;
  /** One round; may say after how long the next one begins without being woken. */
  run: (isStopped: () => boolean) => Promise<number | undefined>;
  /** What the log says when a round fails. */
  failure: string;
  /** Whether the first round waits until it is woken. */
  waits?: true;
}

/**
 * Works from now on, whenever a transaction has left something: one round at a time, and one more for whatever came
 * during it. A round that fails is logged; `wake` asks for one, `stop` waits for the one under way.
 */
export function startWorker(
  { db, log }: { db: Db; log: Log },
  { worker, run, failure, waits }: WorkerOptions,
): { wake(): void; stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const work = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      clearTimeout(timer);
      const waitMs = await run(() => isStopped).catch((err: unknown) => void log.error({ err }, failure));
      if (waitMs !== undefined && !isStopped) timer = setTimeout(wake, waitMs);
    }
    running = undefined;
  };
  const wake = () => {
    isAsked = true;
    running ??= work();
  };
  const ignore = onWork(db, worker, wake);
  if (!waits) wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      ignore();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Has a worker woken whenever a transaction of this database has left it work; returns how to end that. */
function onWork(db: Db, worker: Worker, wake: () => void): () => void {
  const workers = listeners.get(db) ?? new Map<Worker, () => void>();
  listeners.set(db, workers.set(worker, wake));
  return () => void workers.delete(worker);
}

/** Wakes workers; without one nothing happens, and the work waits. */
export function wakeWorkers(db: Db, woken: Iterable<Worker>): void {
  for (const worker of woken) listeners.get(db)?.get(worker)?.();
}
