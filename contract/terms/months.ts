import { addDays, addMonths, daysInMonth } from "../time/today.ts";

const yearOf = (date: string) => Number(date.slice(0, 4));
const monthOf = (date: string) => Number(date.slice(5, 7));

/** How long before the end of a term it has to be cancelled. */
export interface Notice {
  count: number;
  unit: "days" | "months";
}

/** The last day of the month that a date lies in, or of the quarter. */
export function lastDayOf(unit: "month" | "quarter", date: string): string {
  const [year, month] = [yearOf(date), monthOf(date)];
  const last = unit === "month" ? month : Math.ceil(month / 3) * 3;
  return `${date.slice(0, 4)}-${String(last).padStart(2, "0")}-${daysInMonth(year, last)}`;
}

/**
 * The last day of a span of whole months (§ 188 (2) and (3) BGB); `eve` is the day before the span begins. What begins
 * on the first of a month ends with a month, and what ends on a day that its month lacks ends with the last one it has.
 */
export function endOfMonths(eve: string, months: number): string {
  const end = addMonths(eve, months);
  return lastDayOf("month", eve) === eve ? lastDayOf("month", end) : end;
}

/**
 * The last day on which notice can be given for an end: the notice period that begins with it ends by then. The day of
 * the notice itself does not count (§ 187 (1) BGB).
 */
export function lastDayOfNotice(end: string, { count, unit }: Notice): string {
  return unit === "days" ? addDays(end, -count) : endOfMonths(end, -count);
}

/** How many whole calendar months the month of a date is after that of another one, whatever their days. */
export function monthsBetween(from: string, to: string): number {
  return (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);
}
