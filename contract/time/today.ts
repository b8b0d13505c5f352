import { zoned } from "./time-zone.ts";

const calendar = zoned((timeZone) => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  let last = { quarter: Number.NaN, date: "" };
  return (at: Date): string => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    if (quarter !== last.quarter || quarter < firstEvenQuarter) last = { quarter, date: format.format(at) };
    return last.date;
  };
});

const quarterMs = 15 * 60_000;
/** Since 1980 every zone is off by whole quarters of an hour, so that no day begins within one. */
const firstEvenQuarter = Date.UTC(1980, 0, 1) / quarterMs;

/**
 * The calendar date in the portal's time zone at a moment, as `YYYY-MM-DD`. A page asks for today's a thousand times;
 * the moments of one quarter of an hour share the answer.
 */
export function portalDate(at: Date): string {
  return calendar()(at);
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
