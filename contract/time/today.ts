import { zoned } from "./time-zone.ts";

const calendar = zoned(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
);

/** The calendar date in the portal's time zone at a moment, as `YYYY-MM-DD`. */
export function portalDate(at: Date): string {
  return calendar().format(at);
}

/** A calendar date so many whole days later; negative goes back. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The same day so many months later, or the last one of a shorter month. */
export function addMonths(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const day = Math.min(Number(date.slice(8, 10)), daysInMonth(year, month));
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

// Terms and forecasts count months by the hundred thousand; a Date for each would take five times as long.
const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));

/** How many days a month has; January is 1. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
