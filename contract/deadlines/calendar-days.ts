import { addDays } from "../time/today.ts";
import type { DeadlineRow } from "./deadline-rows.ts";
import { daysBetween } from "./deadlines.ts";
import type { Lane } from "./lanes.ts";

/** A day of the calendar with the first of its deadlines, those that are open before those that are over. */
export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  on: string;
  isWorkday: boolean;
  holiday: string | null;
  /** How many there are, shown or not. */
  total: number;
  deadlines: DeadlineRow[];
}

/** A span of whole days; `today` is the portal's. */
export interface CalendarSpan {
  today: string;
  days: CalendarDay[];
}

/** How many deadlines of a lane fall into a month that is named by `YYYY-MM`. */
export interface LaneMonth {
  lane: Lane;
  month: string;
  count: number;
  /** Of those, how many are still open. */
  open: number;
}

/** The most days that are read at once: a year with the edges of its first and last week. */
export const maxCalendarDays = 380;

/** Every day from one to another, both included. */
export const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;

/** The month of a day, its first and its last day, and with the days that fill its first and its last week. */
export function monthSpan(month: string): { first: string; last: string; from: string; to: string } {
  const [year = 0, of = 1] = month.split("-").map(Number);
  const first = `${month}-01`;
  const last = new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
  return { first, last, from: addDays(first, -weekdayOf(first)), to: addDays(last, 6 - weekdayOf(last)) };
}
