import type { RRuleTemporal } from "rrule-temporal";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { lazyModule } from "../../lazy-module.ts";
import { invalidField } from "../../problem.ts";

interface Series {
  /** An RRULE of RFC 5545 by days. */
  rule: string;
  /** The day from which it counts. */
  start: string;
}

/** Enough for one that comes every day for half a century. */
const maxIterations = 20_000;
/** Enough for every day of 29 February. */
const maxIterationsToCheck = 3000;

/**
 * The first day of a series after another day; undefined when it has ended. Days are those of the portal's calendar: the
 * rule is expanded at noon there, which no change of clocks skips.
 */
export function nextDay(series: Series, after: string): string | undefined {
  return expand(series, maxIterations).next(portalMoment(after, "12:00"))?.toPlainDate().toString();
}

/** Refuses a rule that never comes true. */
export function refuseEndless(series: Series): void {
  const refusal = invalidField("recurrence", "Wiederholung: Diese Regel trifft auf keinen Tag zu.");
  try {
    if (!expand(series, maxIterationsToCheck).next(portalMoment(series.start, "00:00"))) throw refusal;
  } catch {
    throw refusal;
  }
}

/** Brings a Temporal of its own. */
const library = lazyModule<typeof import("rrule-temporal")>(import.meta.url, "rrule-temporal");

function expand({ rule, start }: Series, iterations: number): RRuleTemporal {
  const dtstart = `DTSTART;TZID=${portalTimeZone()}:${start.replaceAll("-", "")}T120000`;
  const { RRuleTemporal } = library();
  return new RRuleTemporal({ rruleString: `${dtstart}\nRRULE:${rule}`, maxIterations: iterations });
}
