import { formatCalendarDate } from "../../contract/time/calendar-date.ts";
import { dayMs } from "../../contract/time/durations.ts";
import { addDays } from "../../contract/time/today.ts";

/** A span of time that the edge of a record shows; positions are fractions of it. Dates are `YYYY-MM-DD`. */
export interface Term {
  from: string;
  to: string;
  now: number;
  zone?: { from: number; to: number };
  lastDate?: number;
  /** „Laufzeit 23.12.2025 bis 23.12.2026, kündbar bis 23.11.2026“ and its halves. */
  label: string;
  /** What matters of it today. */
  note: string;
  urgency: string;
}

const warningDays = 30;

/** A term that can be left until a last day; without one, or with one before it began, it just ends or is renewed. */
export function cancellableTerm(
  { from, to }: { from: string; to: string },
  cancelBy: string | undefined,
  ending: string,
  today: string,
): Term {
  // Once it is too late for this term, the day belongs to the next one.
  const last = cancelBy && cancelBy > from && cancelBy <= to ? cancelBy : undefined;
  const span = { from, to };
  const warnFrom = addDays(last ?? to, -warningDays);
  return {
    from,
    to,
    now: positionOf(today, span),
    zone: { from: positionOf(warnFrom, span), to: positionOf(last ?? to, span) },
    ...(last && { lastDate: positionOf(last, span) }),
    label: `Laufzeit ${formatCalendarDate(from)} bis ${formatCalendarDate(to)}${last ? `, kündbar bis ${formatCalendarDate(last)}` : ""}`,
    note: last && last >= today ? `kündbar bis ${formatCalendarDate(last)},` : ending,
    urgency: inDays(last && last >= today ? last : to, today),
  };
}

/** A warranty, or another span that just runs out. */
export function expiringTerm({ from, to }: { from: string; to: string }, name: string, today: string): Term {
  const span = { from, to };
  return {
    from,
    to,
    now: positionOf(today, span),
    zone: { from: positionOf(addDays(to, -warningDays), span), to: 1 },
    label: `${name} ${formatCalendarDate(from)} bis ${formatCalendarDate(to)}`,
    note: today > to ? `${name} abgelaufen,` : `${name},`,
    urgency: inDays(to, today),
  };
}

const time = (date: string) => Date.parse(`${date}T00:00:00Z`);

function positionOf(date: string, { from, to }: { from: string; to: string }): number {
  return Math.min(1, Math.max(0, (time(date) - time(from)) / (time(to) - time(from))));
}

function inDays(date: string, today: string): string {
  const days = Math.round((time(date) - time(today)) / dayMs);
  if (days === 0) return "heute";
  const counted = Math.abs(days) === 1 ? "1 Tag" : `${Math.abs(days)} Tage`;
  return days > 0 ? `noch ${counted}` : `seit ${counted.replace(/e$/, "en")}`;
}

/** A calendar date; undefined for everything else. */
export function asDate(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
