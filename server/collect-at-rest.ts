import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 5000;
/** Of the event loop's time; live events and looks for due jobs stay far below. */
const maxShareAtRest = 0.03;
const looksInARow = 2;
/** A collection holds everybody up for a tenth of a second, so less than this is left to V8. */
const minGrowthBytes = 16 * 1024 * 1024;

interface Options {
  /** Which part of its time the event loop has worked since it was asked before. */
  readShare?: () => number;
  readHeapBytes?: () => number;
  collect?: () => void;
}

/**
 * One look at the event loop; collects what nobody holds any more once there has been nothing to do for ten seconds. V8
 * does so by itself only when something is allocated, so what a start and the last visits leave would stay all night.
 */
export function openCollector({
  readShare = readShareOfLoop(),
  readHeapBytes = heapBytes,
  collect = collectGarbage,
}: Options = {}): () => void {
  let looks = 0;
  let keptBytes = 0;
  return () => {
    looks = readShare() < maxShareAtRest ? looks + 1 : 0;
    // What V8 has collected meanwhile is not garbage of ours to wait for.
    keptBytes = Math.min(keptBytes, readHeapBytes());
    if (looks < looksInARow || readHeapBytes() - keptBytes < minGrowthBytes) return;
    collect();
    keptBytes = readHeapBytes();
    looks = 0;
  };
}

/** Looks from now on, every five seconds. */
export function collectAtRest(): void {
  setInterval(openCollector(), everyMs).unref();
}

/** Collects all garbage of this thread, young and old. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}

const heapBytes = () => getHeapStatistics().used_heap_size;

function readShareOfLoop(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
