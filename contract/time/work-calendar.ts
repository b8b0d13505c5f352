import { type HolidayRegion, holidaysOf } from "./holidays.ts";
import { addDays } from "./today.ts";

/** On which days an agency works. */
export interface WorkCalendar {
  /** 0 is Sunday. */
  workingDays: readonly number[];
  holidayRegion: HolidayRegion;
}

export const usualCalendar: WorkCalendar = { workingDays: [1, 2, 3, 4, 5], holidayRegion: "germany" };

let calendar = usualCalendar;

/** The days on which this agency works, as the general settings have them. */
export function portalCalendar(): WorkCalendar {
  return calendar;
}

/** Sets them for this process. */
export function setPortalCalendar({ workingDays, holidayRegion }: WorkCalendar): void {
  calendar = { workingDays, holidayRegion };
}

/** Whether a day, `YYYY-MM-DD`, is one on which the agency works: a day of its week, and no public holiday. */
export function isWorkday(day: string, { workingDays, holidayRegion }: WorkCalendar = calendar): boolean {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return workingDays.includes(weekday) && !holidaysOf(holidayRegion, Number(day.slice(0, 4))).has(day);
}

/** The day itself where the agency works on it, otherwise the last working day before; itself for an agency that never works. */
export function lastWorkdayBy(day: string, by: WorkCalendar = calendar): string {
  const days = Array.from({ length: maxBreakDays }, (_, back) => addDays(day, -back));
  return days.find((each) => isWorkday(each, by)) ?? day;
}

/** The day itself where the agency works on it, otherwise the next working day; itself for an agency that never works. */
export function firstWorkdayFrom(day: string, by: WorkCalendar = calendar): string {
  const days = Array.from({ length: maxBreakDays }, (_, ahead) => addDays(day, ahead));
  return days.find((each) => isWorkday(each, by)) ?? day;
}

/** Longer than weekends and holidays ever follow each other, for agencies with a working day a week. */
const maxBreakDays = 28;
