import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";

/** „seit 08:41 Uhr“ of today, „seit 18.11., 08:41 Uhr“ of this year, else with the year. */
export function sinceText(since: Date, now: Date): string {
  const [then, today] = [portalTime(since), portalTime(now)];
  if (then.day === today.day) return `seit ${then.time} Uhr`;
  const [year, monthNumber, day] = then.day.split("-");
  const isThisYear = year === today.day.slice(0, 4);
  return `seit ${day}.${monthNumber}.${isThisYear ? "" : year}, ${then.time} Uhr`;
}

/** „12 Min.“, „3 Std.“, „5 T“: how long ago, in the width of a cell. */
export function shortDuration(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.round(ms / minuteMs))} Min.`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} Std.`;
  return `${Math.floor(ms / dayMs)} T`;
}
