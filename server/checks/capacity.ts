import { secondMs } from "../../contract/time/durations.ts";
import { type Limits, openDurations, openLimits } from "./lanes.ts";
import type { Store } from "./store/store.ts";

export type Pool = keyof Limits;
export const pools = ["answering", "hanging"] as const;

/** How much may run at once, by what is due and how long it takes; targets that hang have a pool of their own. */
export function openCapacity(store: Store, ceiling: () => number) {
  const limiter = openLimits(ceiling);
  const running = { answering: new Set<Promise<void>>(), hanging: new Set<Promise<void>>() };
  const durations = { answering: openDurations(), hanging: openDurations() };
  let limits: Limits = { answering: 40, hanging: 10 };
  let limitsAt = Number.NEGATIVE_INFINITY;
  let rates = { answering: 0, hanging: 0 };
  let ratesAt = Number.NEGATIVE_INFINITY;
  return {
    limits: () => limits,
    running: () => running.answering.size + running.hanging.size,
    free: (pool: Pool) => limits[pool] - running[pool].size,
    tookSeconds: (pool: Pool, seconds: number) => durations[pool].add(seconds),
    /** Holds a place until the work ends; it must not reject. */
    hold(pool: Pool, work: Promise<void>) {
      const done = work.finally(() => running[pool].delete(done));
      running[pool].add(done);
    },
    allEnded: () => Promise.all([...running.answering, ...running.hanging]),
    /** Works the limits out anew, once a second at most. */
    adjust(at: number) {
      if (at - limitsAt < secondMs && at >= limitsAt) return;
      limitsAt = at;
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
