import { minuteMs } from "../../contract/time/durations.ts";
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
  | "checkCopies"
  | "checkSharing"
  | "checkPlans"
  | "checkEvents"
  | "checkFigures"
  | "checkProgress"
  | "lookups"
  | "lookupTargets"
  | "discoveries"
  | "registrars"
  | "discoveryPictures"
  | "releaseLists"
  | "vulnerabilities"
  | "previews"
  | "previewTargets";

/** A round that failed is repeated after this time, whether or not anything wakes it. */
const retryMs = minuteMs;

type Wake = (ids: Iterable<string>) => void;
const listeners = new WeakMap<object, Map<Worker, Set<Wake>>>();

interface WorkerOptions {
  worker: Worker;
  /**
   * One round, with the ids of what it was woken for; may say after how long the next one begins without being woken.
   * Ids are kept in memory alone: who needs them looks at everything when it starts, and now and then.
   */
  run: (isStopped: () => boolean, ids: ReadonlySet<string>) => Promise<number | undefined>;
  /** What the log says when a round fails. */
  failure: string;
  /** Whether the first round waits until it is woken. */
  waits?: true;
}

/**
 * Works from now on, whenever a transaction has left something: one round at a time, and one more for whatever came
 * during it. A round that fails is logged and repeated a minute later; `wake` asks for one, `stop` waits for the one under way.
 */
export function startWorker(
  { db, log }: { db: Db; log: Log },
  { worker, run, failure, waits }: WorkerOptions,
): { wake(): void; stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let ids = new Set<string>();
  const work = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      clearTimeout(timer);
      const taken = ids;
      ids = new Set();
      const waitMs = await run(() => isStopped, taken).catch((err: unknown) => {
        log.error({ err }, failure);
        ids = new Set([...taken, ...ids]);
        return retryMs;
      });
      if (waitMs !== undefined && !isStopped) timer = setTimeout(wake, waitMs);
    }
    running = undefined;
  };
  const wake = () => {
    isAsked = true;
    running ??= work();
  };
  const ignore = onWork(db, worker, (more) => {
    for (const id of more) ids.add(id);
    wake();
  });
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
function onWork(db: Db, worker: Worker, wake: Wake): () => void {
  const workers = listeners.get(db) ?? new Map<Worker, Set<Wake>>();
  const woken = workers.get(worker) ?? new Set();
  listeners.set(db, workers.set(worker, woken.add(wake)));
  return () => void woken.delete(wake);
}

/** Wakes every worker of a database, where what waits may have become due unseen. */
export function wakeAllWorkers(db: Db): void {
  wakeWorkers(db, listeners.get(db)?.keys() ?? []);
}

/** Wakes workers, each with the ids that are for it; without one nothing happens, and the work waits. */
export function wakeWorkers(
  db: Db,
  woken: Iterable<Worker>,
  ids: ReadonlyMap<Worker, Iterable<string>> = new Map(),
): void {
  for (const worker of woken) for (const wake of listeners.get(db)?.get(worker) ?? []) wake(ids.get(worker) ?? []);
}
