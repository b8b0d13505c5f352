import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const everyMs = 5000;
/** Of the event loop's time; live events and looks for due jobs stay far below. */
const maxShareAtRest = 0.03;
const looksInARow = 2;
/** A collection holds everybody up for a tenth of a second, so less than this is left to V8. */
const minGrowthBytes = 16 * 1024 * 1024;
/** Giving memory back holds everybody up for a quarter of a second, so nobody shall have asked for anything for a minute. */
const looksUntilGivenBack = 12;
const minGivenBackBytes = 16 * 1024 * 1024;

interface Heap {
  /** What is used, with what nobody holds any more and V8 has not collected yet. */
  usedBytes: number;
  /** What the system has lent for it. */
  takenBytes: number;
}

interface Options {
  /** Which part of its time the event loop has worked since it was asked before. */
  readShare?: () => number;
  readHeap?: () => Heap;
  collect?: () => void;
  giveBack?: () => void;
}

/**
 * One look at the event loop; collects what nobody holds any more once there has been nothing to do for ten seconds, and
 * gives what is free back to the system after a minute. V8 does so by itself only when something is allocated, so what a
 * start and the last visits leave would stay all night.
 */
export function openCollector({
  readShare = readShareOfLoop(),
  readHeap = readOwnHeap,
  collect = collectGarbage,
  giveBack = giveMemoryBack,
}: Options = {}): () => void {
  let looks = 0;
  let keptBytes = 0;
  return () => {
    looks = readShare() < maxShareAtRest ? looks + 1 : 0;
    const { usedBytes, takenBytes } = readHeap();
    // What V8 has collected meanwhile is not garbage of ours to wait for.
    keptBytes = Math.min(keptBytes, usedBytes);
    if (looks >= looksUntilGivenBack && takenBytes - usedBytes >= minGivenBackBytes) giveBack();
    else if (looks >= looksInARow && usedBytes - keptBytes >= minGrowthBytes) collect();
    else return;
    keptBytes = readHeap().usedBytes;
  };
}

/** Looks from now on, every five seconds. */
export function collectAtRest(): void {
  setInterval(openCollector(), everyMs).unref();
}

/** Collects all garbage of this thread, young and old. */
export function collectGarbage(): void {
  openGarbageCollection()?.();
}

/** Collects it as when memory runs out: V8 keeps no room for what comes next either. */
function giveMemoryBack(): void {
  openGarbageCollection()?.({ type: "major", flavor: "last-resort" });
}

type Collection = (how?: { type: "major"; flavor: "last-resort" }) => void;

function openGarbageCollection(): Collection | undefined {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? (collect as Collection) : undefined;
}

function readOwnHeap(): Heap {
  const { used_heap_size: usedBytes, total_physical_size: takenBytes } = getHeapStatistics();
  return { usedBytes, takenBytes };
}

function readShareOfLoop(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
