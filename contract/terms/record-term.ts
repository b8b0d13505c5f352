import { addDays } from "../time/today.ts";
import { monthsBetween, type Notice } from "./months.ts";
import {
  advance,
  endOfPeriod,
  indexOf,
  indexOn,
  openTerm,
  type Period,
  periodOf,
  type TermDecision,
  type TermEnd,
  type TermRule,
  type TermState,
  termDecisions,
  termEnds,
} from "./term.ts";
import type { TermFields } from "./term-fields.ts";

type Values = Readonly<Record<string, unknown>>;

/** What is known of a term beside the record: from where its months are counted, and which end was asked about last. */
export interface KnownPeriod {
  anchorOn: string;
  anchorMonths: number;
  toOn: string;
}

/** The term of a record: how it runs, and where it stands by what the record says. */
export interface RecordTerm {
  rule: TermRule;
  state: TermState;
  /** How long a period is was entered, and not just what is usual. */
  isEntered: boolean;
}

/** Whether a decision ends a term. */
export const isLeaving = (decision: unknown): boolean => decision === "cancel" || decision === "handOver";

/**
 * The term of a record as its values say it; undefined without a date to count from. Where it stands is as of the last
 * change: who needs it of today advances it.
 */
export function recordTerm(
  fields: TermFields,
  values: Values,
  today: string,
  known?: KnownPeriod,
): RecordTerm | undefined {
  const found = ruleOf(fields, values, known);
  if (!found) return undefined;
  const { rule, index: entered } = found;
  const asked = known && indexOf(rule, known.toOn);
  // Without an entered end the period follows from the beginning: the one that was asked about, or that of today.
  const renewed = rule.autoRenew ? Math.max(0, Math.min(indexOn(rule, today), asked ?? Number.POSITIVE_INFINITY)) : 0;
  const index = entered ?? renewed;
  const isEntered = typeof values[fields.period] === "number";
  return { rule, state: stateOf(fields, values, rule, { index, asked }), isEntered };
}

interface TermPosition {
  index: number;
  asked: number | undefined;
}

function stateOf(fields: TermFields, values: Values, rule: TermRule, { index, asked }: TermPosition): TermState {
  const decision = decisionOf(fields, values);
  const asks = asked !== undefined && asked > index ? asked : (byCancelDay(fields, values, rule, index) ?? index);
  if (isLeaving(decision)) {
    const day = values[fields.endsOn ?? fields.end];
    return { index, asks, decision, endsOn: typeof day === "string" ? day : endOfPeriod(rule, asks) };
  }
  return { ...openTerm(rule, index), asks, decision };
}

/** The period that the stored last day to cancel belongs to. */
function byCancelDay(fields: TermFields, values: Values, rule: TermRule, index: number): number | undefined {
  const day = values[fields.cancelBy];
  if (typeof day !== "string" || !rule.autoRenew) return undefined;
  const { state } = advance(rule, { ...openTerm(rule, index), endsOn: null }, day);
  return periodOf(rule, state.asks).cancelBy === day ? state.asks : undefined;
}

/** The period of a record that runs on a day, by its own dates; undefined where it has none. */
export function runningPeriod(fields: TermFields, values: Values, today: string): Period | undefined {
  const term = recordTerm(fields, values, today);
  return term && periodOf(term.rule, advance(term.rule, term.state, today).state.index);
}

/** What was decided about the end that can still be chosen. */
export function decisionOf(fields: TermFields, values: Values): TermDecision {
  const decided = values[fields.decision];
  return termDecisions.find((decision) => decision === decided) ?? "open";
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const dayOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** How a record runs, and which of its periods ends on the entered day. */
function ruleOf(
  fields: TermFields,
  values: Values,
  known: KnownPeriod | undefined,
): { rule: TermRule; index: number | undefined } | undefined {
  const end = dayOf(values[fields.end]);
  const start = fields.start === undefined ? undefined : dayOf(values[fields.start]);
  const periodMonths = periodMonthsOf(fields, values);
  const minTerm = fields.minTerm === undefined ? undefined : numberOf(values[fields.minTerm]);
  const frame = {
    periodMonths,
    boundary: fields.boundary,
    startOn: null,
    notice: noticeOf(fields, values),
    end: termEndOf(fields, values),
    autoRenew: values[fields.autoRenew] === true,
  };
  const anchor = start && (fields.boundary === "lastDay" ? addDays(start, -1) : start);
  const fromStart: TermRule | undefined =
    start && anchor ? { ...frame, anchorOn: anchor, firstMonths: minTerm ?? periodMonths, startOn: start } : undefined;
  if (!end) {
    const isKnown = minTerm !== undefined || values[fields.period] !== null || frame.end !== "period";
    return fromStart && isKnown && fields.minTerm !== undefined ? { rule: fromStart, index: undefined } : undefined;
  }
  const remembered = known && { ...frame, anchorOn: known.anchorOn, firstMonths: known.anchorMonths };
  const index = remembered && indexOf(remembered, end);
  if (fromStart && (!remembered || index === undefined || remembered.anchorOn === anchor)) {
    const counted = indexOf(fromStart, end);
    if (counted !== undefined && counted >= 0) return { rule: fromStart, index: counted };
  }
  if (remembered && index !== undefined) return { rule: sinceStart(remembered, start, index), index };
  return { rule: anchoredAt(frame, end, { start, anchor }), index: 0 };
}

/** Counts from the beginning where the end is whole months after it, otherwise from the end itself. */
function anchoredAt(
  frame: Omit<TermRule, "anchorOn" | "firstMonths">,
  end: string,
  { start, anchor }: { start: string | undefined; anchor: string | undefined },
): TermRule {
  const months = anchor ? monthsBetween(anchor, end) : 0;
  const candidates = anchor ? [months, months - 1, months - 2].filter((count) => count > 0) : [];
  const rule = candidates
    .map((firstMonths): TermRule => ({ ...frame, anchorOn: anchor ?? end, firstMonths }))
    .find((candidate) => endOfPeriod(candidate, 0) === end);
  const own = { ...frame, end: "period", anchorOn: end, firstMonths: 0 } as const;
  const fits = { ...own, end: frame.end };
  return sinceStart(rule ?? (endOfPeriod(fits, 0) === end ? fits : own), start, 0);
}

/** A period begins no earlier than the whole. */
function sinceStart(rule: TermRule, start: string | undefined, index: number): TermRule {
  return index === 0 && start && start > periodOf(rule, 0).from ? { ...rule, startOn: start } : rule;
}

/** How many months a period lasts: as entered, as the end of a month or quarter says, or as is usual. */
function periodMonthsOf(fields: TermFields, values: Values): number {
  const end = termEndOf(fields, values);
  const byEnd = { period: undefined, monthEnd: 1, quarterEnd: 3 }[end];
  return Math.max(1, numberOf(values[fields.period]) ?? byEnd ?? fields.usualMonths(values));
}

function termEndOf(fields: TermFields, values: Values): TermEnd {
  const entered = fields.noticeTo && values[fields.noticeTo];
  return termEnds.find((end) => end === entered) ?? "period";
}

function noticeOf(fields: TermFields, values: Values): Notice | null {
  const months = numberOf(values[fields.noticeMonths]);
  if (months !== undefined) return { count: months, unit: "months" };
  const days = fields.noticeDays === undefined ? undefined : numberOf(values[fields.noticeDays]);
  return days === undefined ? null : { count: days, unit: "days" };
}
