import { secondMs } from "../../contract/time/durations.ts";
import { type Limits, openDurations, openLimits } from "./lanes.ts";
import type { Store } from "./store/store.ts";

export type Pool = keyof Limits;
export const pools = ["answering", "hanging"] as const;

/** A check that has not answered by then no longer takes up a slot. */
const unansweredAfterMs = 2 * secondMs;

/**
 * How much may run at once, by what is due and how long it takes. Targets that are known to hang have a pool of their own;
 * who turns out to hang keeps nobody waiting either, so that a first round and an outage of many are on time.
 */
export function openCapacity(store: Store, ceiling: () => number) {
  const limiter = openLimits(ceiling);
  const running = { answering: new Map<Promise<void>, number>(), hanging: new Map<Promise<void>, number>() };
  const unanswered = new Set<Promise<void>>();
  const countRunning = () => running.answering.size + running.hanging.size + unanswered.size;
  const durations = { answering: openDurations(), hanging: openDurations() };
  let limits: Limits = { answering: 40, hanging: 10 };
  let limitsAt = Number.NEGATIVE_INFINITY;
  let rates = { answering: 0, hanging: 0 };
  let ratesAt = Number.NEGATIVE_INFINITY;
  return {
    limits: () => limits,
    running: countRunning,
    free: (pool: Pool) => limits[pool] - running[pool].size,
    /** For both pools together. */
    room: () => ceiling() - countRunning(),
    tookSeconds: (pool: Pool, seconds: number) =>
      durations[pool].add(pool === "answering" ? Math.min(seconds, unansweredAfterMs / secondMs) : seconds),
    /** Holds a slot until the work ends; it must not reject. */
    hold(pool: Pool, work: Promise<void>) {
      const done = work.finally(() => running[pool].delete(done) || unanswered.delete(done));
      running[pool].set(done, performance.now());
    },
    allEnded: () => Promise.all([...running.answering.keys(), ...running.hanging.keys(), ...unanswered]),
    /** Works the limits out anew, once a second at most. */
    adjust(at: number) {
      if (at - limitsAt < secondMs && at >= limitsAt) return;
      limitsAt = at;
      for (const [work, since] of running.answering) {
        if (performance.now() - since < unansweredAfterMs) break;
        running.answering.delete(work);
        unanswered.add(work);
      }
      if (at - ratesAt > 10 * secondMs || at < ratesAt) {
        ratesAt = at;
        rates = store.schedule.rates();
      }
      const loadOf = (pool: Pool) => ({ rate: rates[pool], seconds: durations[pool].typical() });
      const lateOf = (pool: Pool) => Math.max(0, at - (store.schedule.oldestDue(pool === "hanging", at) ?? at));
      limits = limiter.adjust(
        { answering: loadOf("answering"), hanging: loadOf("hanging") },
        { answering: lateOf("answering"), hanging: lateOf("hanging") },
      );
    },
  };
}
