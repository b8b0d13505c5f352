import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Db } from "../../db/connection.ts";

/** Figures that only the running process knows; a second process has its own. */
export interface ProcessFigures {
  /** Live connections of browsers, and how many there may be. */
  sockets: { open: number; max: number };
  /** What was asked in the last quarter of an hour, and how much of it failed. */
  requests: { count: number; failed: number };
  pushState: "online" | "offline";
  pushRestarts: number;
  /** How late the event loop was in the worst hundredth of its turns since it was last asked. */
  eventLoopP99Ms: number;
}

interface Source {
  sockets(): ProcessFigures["sockets"];
  requests(): ProcessFigures["requests"];
  pushState(): ProcessFigures["pushState"];
  pushRestarts(): number;
}

const sources = new WeakMap<object, Source & { delay: ReturnType<typeof monitorEventLoopDelay> }>();
const resolutionMs = 20;

/** Lets the process of a portal be asked from now on; `end` gives its timer back. */
export function openProcessFigures(db: Db, source: Source): { end(): void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  sources.set(db, { ...source, delay });
  return {
    end() {
      delay.disable();
      sources.delete(db);
    },
  };
}

/** Undefined in a process that serves nobody, such as that of a command. */
export function readProcessFigures(db: Db, { reset = false } = {}): ProcessFigures | undefined {
  const source = sources.get(db);
  if (!source) return undefined;
  const { delay } = source;
  const eventLoopP99Ms = Math.max(0, Math.round(delay.percentile(99) / 1e6 - resolutionMs));
  if (reset) delay.reset();
  return {
    sockets: source.sockets(),
    requests: source.requests(),
    pushState: source.pushState(),
    pushRestarts: source.pushRestarts(),
    eventLoopP99Ms: Number.isFinite(eventLoopP99Ms) ? eventLoopP99Ms : 0,
  };
}
