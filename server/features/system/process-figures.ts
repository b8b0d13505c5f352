import { monitorEventLoopDelay } from "node:perf_hooks";
import type { CheckerState } from "../../checks/supervisor.ts";
import type { Db } from "../../db/connection.ts";

/** Figures that only the running process knows; a second process has its own. */
export interface ProcessFigures {
  /** Live connections of browsers, how many there may be, and how many more were refused since the start. */
  sockets: { open: number; max: number; refused: number };
  /** What was asked in the last quarter of an hour, and how it went; answer times are those of what somebody awaited. */
  requests: { count: number; failed: number; awaited: number; slow: number; p95Ms: number };
  pushState: "online" | "offline";
  pushRestarts: number;
  /** Undefined where nothing is checked. */
  checker: CheckerState | undefined;
  /** How late the event loop was in the worst hundredth of its turns since it was last asked. */
  eventLoopP99Ms: number;
}

export interface ProcessSource {
  sockets(): ProcessFigures["sockets"];
  requests(): ProcessFigures["requests"];
  pushState(): ProcessFigures["pushState"];
  pushRestarts(): number;
  checker(): ProcessFigures["checker"];
}

const sources = new WeakMap<object, ProcessSource & { delay: ReturnType<typeof monitorEventLoopDelay> }>();
const resolutionMs = 20;
/** Of fewer turns the worst hundredth is what a start or a single long answer has held up. */
const minTurns = 500;
/** From here on the server answers, but everybody waits. */
export const stalledMs = 1000;

/** Lets the process of a portal be asked from now on; `end` gives its timer back. */
export function openProcessFigures(db: Db, source: ProcessSource): { end(): void } {
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
  const isMeasured = delay.count >= minTurns;
  const eventLoopP99Ms = isMeasured ? Math.max(0, Math.round(delay.percentile(99) / 1e6 - resolutionMs)) : 0;
  if (reset) delay.reset();
  return {
    sockets: source.sockets(),
    requests: source.requests(),
    pushState: source.pushState(),
    pushRestarts: source.pushRestarts(),
    checker: source.checker(),
    eventLoopP99Ms,
  };
}
