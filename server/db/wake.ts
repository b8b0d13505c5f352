import type { Db } from "./connection.ts";

/** Workers that the commit of new work wakes, instead of letting it wait for their next round. */
export type Worker = "mail" | "webhooks" | "attachmentTexts" | "searchNames";

const listeners = new WeakMap<object, Map<Worker, () => void>>();

/** Has a worker woken whenever a transaction of this database has left it work; returns how to end that. */
export function onWork(db: Db, worker: Worker, wake: () => void): () => void {
  const workers = listeners.get(db) ?? new Map<Worker, () => void>();
  listeners.set(db, workers.set(worker, wake));
  return () => void workers.delete(worker);
}

/** Wakes workers; without one nothing happens, and the work waits. */
export function wakeWorkers(db: Db, woken: Iterable<Worker>): void {
  for (const worker of woken) listeners.get(db)?.get(worker)?.();
}
