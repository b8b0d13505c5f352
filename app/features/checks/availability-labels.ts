import type { StateSeconds, StateSpan, StripSegment } from "../../../contract/checks/segments.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { durationText } from "../../../contract/time/duration-text.ts";
import { dayMs, secondMs } from "../../../contract/time/durations.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { zoned } from "../../../contract/time/time-zone.ts";
import { formatDate, formatDateTime, formatPercent, formatTime } from "../../lib/format.ts";

const weekday = zoned((timeZone) => new Intl.DateTimeFormat("de-DE", { weekday: "short", timeZone }));
const month = zoned((timeZone) => new Intl.DateTimeFormat("de-DE", { month: "short", year: "2-digit", timeZone }));

/** When something was in maintenance: the stretches in which the checker knew of it. */
export function maintenanceOf(points: readonly StateSpan[], stepSeconds: number): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const { at, seconds } of points) {
    if (!seconds.maintenance) continue;
    const from = at.getTime();
    const to = from + stepSeconds * secondMs;
    const last = spans.at(-1);
    if (last && last.to >= from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** What stands below a place on the time axis; the shorter the time shown, the finer. */
export function tickText(at: Date, spanMs: number): string {
  const { day, time } = portalTime(at);
  const date = `${day.slice(8)}.${day.slice(5, 7)}.`;
  if (spanMs <= 2 * dayMs) return time === "00:00" ? `${weekday().format(at)} ${date}` : time;
  if (spanMs <= 10 * dayMs) return time === "00:00" ? `${weekday().format(at)} ${date}` : time;
  return spanMs <= 200 * dayMs ? date : month().format(at);
}

const told: [CheckStatus, string][] = [
  ["offline", "offline"],
  ["degraded", "beeinträchtigt"],
  ["maintenance", "in Wartung"],
  ["paused", "pausiert"],
  ["unknown", "unbekannt"],
];

/** „14 Minuten offline“, „durchgehend online“: what deviated in a stretch of time. */
export function deviationText(seconds: StateSeconds, uptime: number | null): string {
  const deviations = told
    .filter(([state]) => (seconds[state] ?? 0) >= 1)
    .map(([state, word]) => `${durationText((seconds[state] ?? 0) * secondMs)} ${word}`);
  if (deviations.length > 0) return deviations.join(", ");
  return uptime === null ? "keine Messwerte" : "durchgehend online";
}

/** „14 Minuten offline, 99,03 %“: the same with its availability. */
export function segmentFacts(seconds: StateSeconds, uptime: number | null): string {
  const text = deviationText(seconds, uptime);
  return uptime === null ? text : `${text}, ${formatPercent(uptime)}`;
}

/** „20.11.2026, 08:00 bis 08:30“, „20.11.2026“, „14.11.2026 bis 20.11.2026“. */
export function segmentTime({ from, to }: StripSegment): string {
  const length = to.getTime() - from.getTime();
  if (length === 0) return formatDate(from);
  if (length >= dayMs) return `${formatDate(from)} bis ${formatDate(to)}`;
  return `${formatDateTime(from)} bis ${formatTime(to)}`;
}
