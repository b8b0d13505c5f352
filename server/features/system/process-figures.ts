import { monitorEventLoopDelay } from "node:perf_hooks";
import { secondMs } from "../../../contract/time/durations.ts";
import type { CheckerState } from "../../checks/supervisor.ts";
import type { Db } from "../../db/connection.ts";
import type { BusFigures } from "../../nodes/bus.ts";
import type { Restarts } from "../../restarts.ts";

/** Figures that only the running process knows; a second process has its own. */
export interface ProcessFigures {
  /** Live connections of browsers, how many there may be, and how many more were refused since the start. */
  sockets: { open: number; max: number; refused: number };
  /** What was asked in the last quarter of an hour, and how it went; answer times are those of what somebody awaited. */
  requests: { count: number; failed: number; awaited: number; slow: number; p95Ms: number };
  pushState: "online" | "offline";
  pushRestarts: Restarts;
  /** Undefined where nothing is checked. */
  checker: CheckerState | undefined;
  /** How often this node has looked at targets in the last minute; undefined where there are no others. */
  looksPerMinute?: number | undefined;
  /** How the messages of other nodes come; undefined where there are none. */
  bus?: BusFigures | undefined;
  /** How late the event loop was in the worst hundredth of its turns; undefined until it was measured for long enough. */
  eventLoopP99Ms: number | undefined;
}

export interface ProcessSource {
  sockets(): ProcessFigures["sockets"];
  requests(): ProcessFigures["requests"];
  pushState(): ProcessFigures["pushState"];
  pushRestarts(): Restarts;
  checker(): ProcessFigures["checker"];
  looksPerMinute?(): number | undefined;
  bus?: (() => BusFigures) | undefined;
}

type Delay = Pick<ReturnType<typeof monitorEventLoopDelay>, "enable" | "disable" | "reset" | "percentile" | "count">;

interface Measured {
  source: ProcessSource;
  delay: Delay;
  now: () => number;
  sinceMs: number;
  /** Of the time before `sinceMs`. */
  formerP99Ms: number | undefined;
}

const processes = new WeakMap<object, Measured>();
const resolutionMs = 20;
/**
 * In less time the worst hundredth is what a start or a single long answer has held up. It is no number of turns: the
 * longer they take, the fewer there are.
 */
const minMeasuredMs = 10 * secondMs;
/** From here on the server answers, but everybody waits. */
export const stalledMs = 1000;

/** Lets the process of a portal be asked from now on; `end` gives its timer back. */
export function openProcessFigures(
  db: Db,
  source: ProcessSource,
  {
    delay = monitorEventLoopDelay({ resolution: resolutionMs }),
    now = () => performance.now(),
  }: { delay?: Delay; now?: () => number } = {},
): { end(): void } {
  delay.enable();
  processes.set(db, { source, delay, now, sinceMs: now(), formerP99Ms: undefined });
  return {
    end() {
      delay.disable();
      processes.delete(db);
    },
  };
}

/** Undefined in a process that serves nobody, such as that of a command. */
export function readProcessFigures(db: Db, { reset = false } = {}): ProcessFigures | undefined {
  const measured = processes.get(db);
  if (!measured) return undefined;
  const { source } = measured;
  return {
    sockets: source.sockets(),
    requests: source.requests(),
    pushState: source.pushState(),
    pushRestarts: source.pushRestarts(),
    checker: source.checker(),
    looksPerMinute: source.looksPerMinute?.(),
    bus: source.bus?.(),
    eventLoopP99Ms: readEventLoop(measured, reset),
  };
}

/** What was measured since the last reset, or before it as long as that is little. */
function readEventLoop(measured: Measured, reset: boolean): number | undefined {
  const { delay, now } = measured;
  if (delay.count === 0 || now() - measured.sinceMs < minMeasuredMs) return measured.formerP99Ms;
  const p99Ms = Math.max(0, Math.round(delay.percentile(99) / 1e6 - resolutionMs));
  if (reset) {
    delay.reset();
    measured.sinceMs = now();
    measured.formerP99Ms = p99Ms;
  }
  return p99Ms;
}
