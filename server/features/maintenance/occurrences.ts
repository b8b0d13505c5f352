import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { nextDay } from "../tasks/recurrence.ts";

export interface Span {
  from: Date;
  until: Date;
}

interface Repeating {
  startsAt: string;
  endsAt: string;
  rrule: string | null;
}

/**
 * The time that runs at a moment or comes next; undefined when it is over. What repeats begins at the same hour of the
 * portal's clocks, also after they were changed, and lasts as long as the first time.
 */
export function presentOrNext({ startsAt, endsAt, rrule }: Repeating, now: Date): Span | undefined {
  const first = { from: new Date(startsAt), until: new Date(endsAt) };
  if (first.until > now) return first;
  if (!rrule) return undefined;
  const lastsMs = first.until.getTime() - first.from.getTime();
  const { day: start, time } = portalTime(first.from);
  let after = addDays(portalTime(new Date(now.getTime() - lastsMs)).day, -1);
  for (;;) {
    const day = nextDay({ rule: rrule, start }, after);
    if (day === undefined) return undefined;
    const from = portalMoment(day, time);
    const until = new Date(from.getTime() + lastsMs);
    if (until > now) return { from, until };
    after = day;
  }
}

/** Until when a window can still run: a century for what does not end by itself. */
export function overAt(window: Repeating): string {
  return window.rrule ? new Date(Date.parse(window.endsAt) + 36_525 * dayMs).toISOString() : window.endsAt;
}
