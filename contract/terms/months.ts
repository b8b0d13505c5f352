import { addDays, addMonths } from "../time/today.ts";

/** How long before the end of a term it has to be cancelled. */
export interface Notice {
  count: number;
  unit: "days" | "months";
}

/** The last day of the month that a date lies in, or of the quarter. */
export function lastDayOf(unit: "month" | "quarter", date: string): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  const last = unit === "month" ? month : Math.ceil(month / 3) * 3;
  return new Date(Date.UTC(year, last, 0)).toISOString().slice(0, 10);
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
  const [year = 0, month = 0] = from.split("-").map(Number);
  const [laterYear = 0, laterMonth = 0] = to.split("-").map(Number);
  return (laterYear - year) * 12 + laterMonth - month;
}
