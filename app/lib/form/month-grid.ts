import { addDays, addMonths } from "../../../contract/time/today.ts";

const daysOfWeek = 7;
const weeksShown = 6;

/** 0 is Monday. */
const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % daysOfWeek;

/** The weeks of the month in which a date lies, Monday first; undefined where a day belongs to another month. */
export function weeksOf(date: string): (string | undefined)[][] {
  const first = `${date.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayOf(first));
  // Always as many rows, so that nothing below the days moves from month to month.
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_, weekday) => {
      const day = addDays(start, week * daysOfWeek + weekday);
      return day.startsWith(date.slice(0, 7)) ? day : undefined;
    }),
  );
}

interface Key {
  key: string;
  shiftKey: boolean;
}

/** Where a key leads from a day, as the ARIA Authoring Practices have it; undefined for keys that mean nothing here. */
export function dayAfterKey(date: string, { key, shiftKey }: Key): string | undefined {
  const weekday = weekdayOf(date);
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -daysOfWeek);
    case "ArrowDown":
      return addDays(date, daysOfWeek);
    case "Home":
      return addDays(date, -weekday);
    case "End":
      return addDays(date, daysOfWeek - 1 - weekday);
    case "PageUp":
      return addMonths(date, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(date, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** A day within two bounds, either of which may be open. */
export function withinBounds(date: string, min?: string, max?: string): string {
  if (min && date < min) return min;
  return max && date > max ? max : date;
}
