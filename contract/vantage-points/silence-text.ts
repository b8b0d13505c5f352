import { formatCalendarDate } from "../time/calendar-date.ts";
import { portalTime } from "../time/portal-time.ts";

/** „meldet sich nicht seit 20.11.2026, 14:02 Uhr“ */
export function silenceText(lastAt: Date): string {
  const { day, time } = portalTime(lastAt);
  return `meldet sich nicht seit ${formatCalendarDate(day)}, ${time} Uhr`;
}
