import { getHeapStatistics } from "node:v8";
import type { Log } from "../log.ts";

const everyMs = 15_000;
/** From here on V8 collects more than it works, and then ends the process without a word. */
const maxShare = 0.9;
/** Once may be a peak that is over with the next collection. */
const timesInARow = 3;

/** With this exit code whoever started the portal starts it again (EX_TEMPFAIL). */
export const restartCode = 75;

interface Options {
  log: Log;
  /** Ends the portal as SIGTERM does, and then the process. */
  restart(): void;
  /** Which part of the heap is in use. */
  readShare?: () => number;
}

const heapShare = () => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
};

/** One look at the heap; has the portal restarted in good order where it is about to run full. */
export function openMemoryGuard({ log, restart, readShare = heapShare }: Options): () => void {
  let times = 0;
  return () => {
    const share = readShare();
    times = share >= maxShare ? times + 1 : 0;
    if (times === 0) return;
    log.warn({ share: Math.round(share * 100) / 100, times }, "memory runs out");
    if (times === timesInARow) restart();
  };
}

/** Looks from now on, every quarter of a minute. */
export function guardMemory(options: Options): void {
  setInterval(openMemoryGuard(options), everyMs).unref();
}
