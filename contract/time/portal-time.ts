import { minuteMs } from "./durations.ts";
import { portalTimeZone } from "./time-zone.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-CA", {
    ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const),
    hourCycle: "h23",
    timeZone,
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** What clocks and calendars show in a time zone. */
export interface PortalTime {
  /** `YYYY-MM-DD`. */
  day: string;
  /** `HH:MM`. */
  time: string;
  /** 0 is Sunday. */
  weekday: number;
}

/** What the clocks of a time zone show at a moment, by default the portal's. */
export function portalTime(at: Date, timeZone: string = portalTimeZone()): PortalTime {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return { day, time: `${parts.hour}:${parts.minute}`, weekday: new Date(`${day}T00:00Z`).getUTCDay() };
}

/**
 * The moment at which the clocks of a time zone, by default the portal's, show a time; one that a change of clocks skips
 * is the moment an hour on.
 */
export function portalMoment(day: string, time: string, timeZone: string = portalTimeZone()): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const near = new Date(asUtc - offsetMs(new Date(asUtc), timeZone));
  return new Date(asUtc - offsetMs(near, timeZone));
}

/** The day that comes a number of days after another. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, "YYYY-MM-DD".length);
}

/** How far clocks are ahead of UTC, to the minute. */
function offsetMs(at: Date, timeZone: string): number {
  const { day, time } = portalTime(at, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at.getTime() / minuteMs) * minuteMs;
}
