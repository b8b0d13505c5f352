import { zoned } from "./time-zone.ts";

const clock = zoned(
  (timeZone) =>
    new Intl.DateTimeFormat("en-CA", {
      ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const),
      hourCycle: "h23",
      timeZone,
    }),
);

/** What clocks and calendars show in the portal's time zone. */
export interface PortalTime {
  /** `YYYY-MM-DD`. */
  day: string;
  /** `HH:MM`. */
  time: string;
  /** 0 is Sunday. */
  weekday: number;
}

/** What the portal's clocks show at a moment. */
export function portalTime(at: Date): PortalTime {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return { day, time: `${parts.hour}:${parts.minute}`, weekday: new Date(`${day}T00:00Z`).getUTCDay() };
}

/** The moment at which the portal's clocks show a time; one that a change of clocks skips is the moment an hour on. */
export function portalMoment(day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const near = new Date(asUtc - offsetMs(new Date(asUtc)));
  return new Date(asUtc - offsetMs(near));
}

/** The day that comes a number of days after another. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, "YYYY-MM-DD".length);
}

/** How far the portal's clocks are ahead of UTC, to the minute. */
function offsetMs(at: Date): number {
  const { day, time } = portalTime(at);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at.getTime() / 60_000) * 60_000;
}
