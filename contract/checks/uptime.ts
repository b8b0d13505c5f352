import { type CheckOutcome, checkOutcomes } from "./status.ts";

/** What was seen at a moment, in whole seconds; `holdS` is how long it was to be until the next look. */
export interface Seen {
  atS: number;
  outcome: CheckOutcome;
  holdS: number;
}

/** Seconds of each outcome. */
export type Spans = Record<CheckOutcome, number>;

/** How many intervals a result speaks for when none follows it; nobody knows what was after that. */
const maxHolds = 2.5;

/** A sum that holds nothing yet; a new one for each caller. */
export const noSpans = (): Spans => ({ ok: 0, degraded: 0, failed: 0, unknown: 0, maintenance: 0 });

/**
 * Parts a stretch of time by what was seen: each result holds until the next one, at most two and a half intervals, and
 * what nobody saw is unknown. The results are in order of time; those before `fromS` count as far as they reach into it.
 */
export function spansOf(seen: readonly Seen[], fromS: number, untilS: number): Spans {
  const spans = noSpans();
  let known = 0;
  for (const [index, { atS, outcome, holdS }] of seen.entries()) {
    if (atS >= untilS) break;
    const next = seen[index + 1]?.atS ?? Number.POSITIVE_INFINITY;
    const end = Math.min(next, atS + Math.ceil(holdS * maxHolds), untilS);
    const seconds = end - Math.max(atS, fromS);
    if (seconds <= 0) continue;
    spans[outcome] += seconds;
    known += seconds;
  }
  spans.unknown += Math.max(0, untilS - fromS - known);
  return spans;
}

/** Adds one to the other. */
export function addSpans(sum: Spans, more: Spans): void {
  for (const outcome of checkOutcomes) sum[outcome] += more[outcome];
}

/**
 * The share of the time in which it was there, in hundredths of a percent: slow counts as there, maintenance and what
 * is unknown do not count at all. Null where nothing is left; 10,000 only where not a second is missing.
 */
export function uptimeOf({ ok, degraded, failed }: Spans): number | null {
  const up = ok + degraded;
  const counted = up + failed;
  if (counted === 0) return null;
  return failed > 0 ? Math.min(9999, Math.round((up / counted) * 10_000)) : 10_000;
}
