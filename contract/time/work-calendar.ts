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
  return findWorkday(day, -1, by);
}

/** The day itself where the agency works on it, otherwise the next working day; itself for an agency that never works. */
export function firstWorkdayFrom(day: string, by: WorkCalendar = calendar): string {
  return findWorkday(day, 1, by);
}

/** Reminders ask for thousands of days, nearly all of which are working days themselves. */
function findWorkday(day: string, step: 1 | -1, by: WorkCalendar): string {
  for (let passed = 0; passed < maxBreakDays; passed += 1) {
    const each = passed === 0 ? day : addDays(day, passed * step);
    if (isWorkday(each, by)) return each;
  }
  return day;
}

/** Longer than weekends and holidays ever follow each other, for agencies with a working day a week. */
const maxBreakDays = 28;
