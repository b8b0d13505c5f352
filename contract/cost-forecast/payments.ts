import { monthsBetween } from "../terms/months.ts";
import { isLeaving, type KnownPeriod, recordTerm } from "../terms/record-term.ts";
import { advance, endOfPeriod, type TermRule } from "../terms/term.ts";
import type { TermFields } from "../terms/term-fields.ts";
import { addDays, addMonths } from "../time/today.ts";

/** What is paid or invoiced again and again: every so many months, counted from a day; once where that is 0. */
export interface Rhythm {
  anchorOn: string;
  /** How many months after the anchor one of the payments is due. */
  firstMonths: number;
  everyMonths: number;
}

/** Days from one to another, the last one not included; null for no bound. */
export interface PaidSpan {
  from: string | null;
  until: string | null;
}

/** The days of a rhythm within a span of days, both included, while it is paid at all. */
export function paymentDays(
  { anchorOn, firstMonths, everyMonths }: Rhythm,
  span: { first: string; last: string },
  paid: PaidSpan,
): string[] {
  const isWithin = (day: string) =>
    day >= span.first &&
    day <= span.last &&
    (paid.from === null || day >= paid.from) &&
    (paid.until === null || day < paid.until);
  if (everyMonths === 0) return [anchorOn].filter(isWithin);
  const days: string[] = [];
  const first = Math.floor((monthsBetween(anchorOn, span.first) - firstMonths) / everyMonths) - 1;
  for (let number = first; ; number += 1) {
    const day = addMonths(anchorOn, firstMonths + number * everyMonths);
    if (day > span.last) return days;
    if (isWithin(day)) days.push(day);
  }
}

/** How long something is paid: as it was decided, and when whatever is undecided were cancelled as soon as possible. */
export interface Duration {
  rule: TermRule | undefined;
  /** The first day on which it is not paid any more; null while it goes on. */
  until: string | null;
  untilIfCancelled: string | null;
  /** Nobody has decided on its next end. */
  isOpen: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** How long a record is paid, by the same rules as its term. */
export function durationOf(fields: TermFields, values: Values, today: string, known?: KnownPeriod): Duration {
  const term = recordTerm(fields, values, today, known);
  if (!term) {
    const endsOn = fields.endsOn === undefined ? undefined : values[fields.endsOn];
    const until = isLeaving(values[fields.decision]) && typeof endsOn === "string" ? endsOn : null;
    return { rule: undefined, until, untilIfCancelled: until, isOpen: false };
  }
  const { rule } = term;
  const { state } = advance(rule, term.state, today);
  const dayAfter = (end: string) => (rule.boundary === "lastDay" ? addDays(end, 1) : end);
  // What does not renew itself and is to be kept is renewed by hand.
  const until = state.endsOn === null || state.decision === "keep" ? null : dayAfter(state.endsOn);
  const isOver = until !== null && until <= today;
  if (state.decision !== "open" || isOver) return { rule, until, untilIfCancelled: until, isOpen: false };
  const earliest = dayAfter(endOfPeriod(rule, state.asks));
  return { rule, until, untilIfCancelled: until !== null && until < earliest ? until : earliest, isOpen: true };
}
