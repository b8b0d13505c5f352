import { entriesOf } from "../narrowing.ts";
import { portalDate } from "../time/today.ts";
import type { CheckStatus } from "./status.ts";

/** How many seconds of a stretch of time something was in each state. */
export type StateSeconds = Partial<Record<CheckStatus, number>>;

export interface StateSpan {
  at: Date;
  seconds: StateSeconds;
}

/** What happened in one part of a strip, and how it is drawn. */
export interface StripSegment {
  from: Date;
  to: Date;
  state: CheckStatus;
  seconds: StateSeconds;
  /** Share of 0 to 1; null where nothing is known. */
  uptime: number | null;
}

/**
 * How a stretch of time is drawn: an outage is never covered by what was well beside it. A pause or a time of which
 * nothing is known shows only where nothing else was measured.
 */
export function stateOf(seconds: StateSeconds): CheckStatus {
  const has = (state: CheckStatus) => (seconds[state] ?? 0) > 0;
  for (const state of ["offline", "degraded", "maintenance", "online"] as const) if (has(state)) return state;
  return has("paused") ? "paused" : "unknown";
}

/** Online and degraded of all that was neither maintenance nor unknown nor paused; null where nothing is left. */
export function uptimeOf({ online = 0, degraded = 0, offline = 0 }: StateSeconds): number | null {
  const known = online + degraded + offline;
  return known > 0 ? (online + degraded) / known : null;
}

/** What several stretches come to together. */
export function sumSeconds(spans: readonly { seconds: StateSeconds }[]): StateSeconds {
  const sum: StateSeconds = {};
  for (const { seconds } of spans)
    for (const [state, count] of entriesOf(seconds)) sum[state] = (sum[state] ?? 0) + (count ?? 0);
  return sum;
}

/** The spans in `count` parts of equal length between two moments, the oldest first. */
export function partsOf(spans: readonly StateSpan[], from: Date, to: Date, count: number): StripSegment[] {
  const each = (to.getTime() - from.getTime()) / count;
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(from.getTime() + index * each);
    const end = new Date(from.getTime() + (index + 1) * each);
    return segmentOf(
      spans.filter(({ at }) => at >= start && at < end),
      start,
      end,
    );
  });
}

/** The spans by the days of the portal's calendar, `perPart` of them together; the last part ends with the last day. */
export function daysOf(spans: readonly StateSpan[], days: readonly string[], perPart = 1): StripSegment[] {
  const byDay = new Map<string, StateSpan[]>();
  for (const span of spans) {
    const day = portalDate(span.at);
    const known = byDay.get(day);
    if (known) known.push(span);
    else byDay.set(day, [span]);
  }
  const parts: string[][] = [];
  for (let end = days.length; end > 0; end -= perPart) parts.unshift(days.slice(Math.max(0, end - perPart), end));
  return parts.map((part) =>
    segmentOf(
      part.flatMap((day) => byDay.get(day) ?? []),
      new Date(`${part[0]}T12:00Z`),
      new Date(`${part.at(-1)}T12:00Z`),
    ),
  );
}

function segmentOf(spans: readonly StateSpan[], from: Date, to: Date): StripSegment {
  const seconds = sumSeconds(spans);
  return { from, to, state: stateOf(seconds), seconds, uptime: uptimeOf(seconds) };
}
