import { minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { hostClock } from "../../host-clock.ts";
import type { Probe } from "../probe.ts";

const partMs = 5 * secondMs;
const parts = minuteMs / partMs;

/** Counts how often a probe looks; `perMinute` says it of the last one. */
export function countLooks(probe: Probe, clock: () => number = hostClock): { probe: Probe; perMinute(): number } {
  const counts = new Map<number, number>();
  const partNow = () => Math.floor(clock() / partMs);
  const forget = () => {
    for (const part of counts.keys()) if (part <= partNow() - parts) counts.delete(part);
  };
  return {
    probe(order, tools) {
      counts.set(partNow(), (counts.get(partNow()) ?? 0) + 1);
      return probe(order, tools);
    },
    perMinute() {
      forget();
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
