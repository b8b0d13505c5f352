import { type DeadlineKind, daysBetween } from "../deadlines/deadlines.ts";
import { addDays } from "../time/today.ts";
import { firstWorkdayFrom, lastWorkdayBy, type WorkCalendar } from "../time/work-calendar.ts";

/** How many days before a date people hear of it, unless the settings or the deadline say otherwise; product.md 2.0.9. */
export const usualLeads: readonly number[] = [60, 30, 14, 7, 1];

/** The same for one kind: a page is reviewed on its day, before that there is nothing to do. */
export const usualLeadsOf = (kind: DeadlineKind): readonly number[] => (kind === "wikiReview" ? [] : usualLeads);

/** On the day, and so many days after it. */
export const overdueAfter: readonly number[] = [1, 7, 30];
export const maxLead = 730;

export interface ReminderDates {
  dueOn: string;
  /** The last day to act before the date itself; reminders count down to it. */
  cancelBy: string | null;
}

/** The day that reminders of a deadline count down to: the last day to cancel while there is one, else the date itself. */
export function remindedDay({ dueOn, cancelBy }: ReminderDates): string {
  return cancelBy ?? dueOn;
}

/**
 * Which of a deadline's reminders has come last by a day: so many days before its day, 0 on it, negative after it;
 * undefined before the first. One that falls on a day on which the person does not work comes on the working day
 * before, and one of what is overdue on the working day after, so that none comes later than the last day to act.
 */
export function lastLeadBy(
  day: string,
  { dates, leads, calendar }: { dates: ReminderDates; leads: readonly number[]; calendar: WorkCalendar },
): number | undefined {
  const counted = remindedDay(dates);
  const ahead = [...new Set([...leads, 0])].filter((lead) => lead >= 0);
  const passed = [
    ...ahead.filter((lead) => lastWorkdayBy(addDays(counted, -lead), calendar) <= day),
    ...overdueAfter
      .filter((after) => firstWorkdayFrom(addDays(counted, after), calendar) <= day)
      .map((after) => -after),
  ];
  return passed.length > 0 ? Math.min(...passed) : undefined;
}

/** „in 7 Tagen“, „heute“, „seit 3 Tagen“: how a deadline's day stands on a day. */
export function distanceText(dates: ReminderDates, today: string): string {
  const days = daysBetween(today, remindedDay(dates));
  if (days === 0) return "heute";
  if (days === 1) return "morgen";
  if (days > 0) return `in ${days} Tagen`;
  return days === -1 ? "seit gestern" : `seit ${-days} Tagen`;
}
