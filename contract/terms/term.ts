import { addDays, addMonths } from "../time/today.ts";
import { endOfMonths, lastDayOf, lastDayOfNotice, monthsBetween, type Notice } from "./months.ts";

/** What people can decide about the next period; „handOver“ gives a thing away at its end. */
export const termDecisions = ["open", "keep", "cancel", "handOver"] as const;
export type TermDecision = (typeof termDecisions)[number];

/** Where a period may end: when it is over, or only with the month or the quarter in which it would be. */
export const termEnds = ["period", "monthEnd", "quarterEnd"] as const;
export type TermEnd = (typeof termEnds)[number];

/** How something runs that was agreed for a time. Together with a day and the decisions of people it says everything. */
export interface TermRule {
  /** The day from which months are counted, so that the 31st of January never drifts. */
  anchorOn: string;
  /** How many months after it period 0 ends. */
  firstMonths: number;
  periodMonths: number;
  /** What the end of a period is: its last day, or the day on which it renews and the next one begins. */
  boundary: "lastDay" | "renewalDay";
  /** When period 0 began; a period before its end when nobody knows. */
  startOn: string | null;
  /** Absent where nobody knows until when it can be cancelled: then until the end itself. */
  notice: Notice | null;
  end: TermEnd;
  autoRenew: boolean;
}

/** One period of a term. */
export interface Period {
  from: string;
  to: string;
  /** The last day to cancel before it renews itself. */
  cancelBy: string | null;
}

/** Where a term stands, as numbers of its periods. */
export interface TermState {
  /** The period that runs. */
  index: number;
  /** The period after which it can still be left: the one that runs, or a later one when it is too late for that. */
  asks: number;
  /** What was decided about that period. */
  decision: TermDecision;
  /** The last day; null while it goes on. */
  endsOn: string | null;
}

/** A period that went on into the next one, and what had been decided about it by its last day to cancel. */
export interface Renewed {
  index: number;
  decision: TermDecision;
}

/** What somebody did about a term on a day. */
export type TermAct = { on: string } & (
  | { act: "decide"; decision: TermDecision; effectiveOn?: string | undefined }
  | { act: "renew" }
);

/** The end of a period; the one before the first has the number -1. */
export function endOfPeriod(rule: TermRule, index: number): string {
  const { anchorOn, firstMonths, boundary, end } = rule;
  const months = firstMonths + index * stepMonths(rule);
  const unit = end === "monthEnd" ? "month" : "quarter";
  if (boundary === "lastDay") {
    const last = endOfMonths(anchorOn, months);
    return end === "period" ? last : lastDayOf(unit, last);
  }
  const renewal = addMonths(anchorOn, months);
  return end === "period" ? renewal : addDays(lastDayOf(unit, addDays(renewal, -1)), 1);
}

/** How many months a period lasts; those that end with a quarter last for whole ones. */
export function stepMonths({ periodMonths, end }: TermRule): number {
  return end === "quarterEnd" ? Math.ceil(periodMonths / 3) * 3 : periodMonths;
}

/** A period with the last day on which it can be left. */
export function periodOf(rule: TermRule, index: number): Period {
  const to = endOfPeriod(rule, index);
  const before = endOfPeriod(rule, index - 1);
  const next = rule.boundary === "lastDay" ? addDays(before, 1) : before;
  const isFirst = index === 0 && rule.startOn !== null && rule.startOn < to;
  return { from: isFirst && rule.startOn ? rule.startOn : next, to, cancelBy: cancelByOf(rule, to) };
}

/** The last day on which something can be cancelled for an end; null where nobody knows the notice. */
export function cancelByOf({ notice }: Pick<TermRule, "notice">, end: string): string | null {
  return notice && lastDayOfNotice(end, notice);
}

/** The last day on which a period can be left: its last day to cancel, or its end. */
export function lastChance(rule: TermRule, index: number): string {
  const to = endOfPeriod(rule, index);
  return cancelByOf(rule, to) ?? to;
}

/** The first period from `index` on whose day, as `dayOf` has it, is not over. Days grow with the number of the period. */
function firstNotOver(rule: TermRule, index: number, today: string, dayOf = endOfPeriod): number {
  if (dayOf(rule, index) >= today) return index;
  let found = index + Math.max(0, Math.floor(monthsBetween(dayOf(rule, index), today) / stepMonths(rule)) - 1);
  while (dayOf(rule, found) < today) found += 1;
  return found;
}

/** The number of the period that ends on exactly this day; undefined where none does. */
export function indexOf(rule: TermRule, end: string): number | undefined {
  const near = Math.round(monthsBetween(endOfPeriod(rule, 0), end) / stepMonths(rule));
  return [near, near - 1, near + 1].find((index) => endOfPeriod(rule, index) === end);
}

/** The number of the period that ends on a day or as the first one after it, from the first on. */
export function indexOn(rule: TermRule, today: string): number {
  return firstNotOver(rule, 0, today);
}

/** A term as it begins, or as it stands in a period, with nothing decided. */
export function openTerm(rule: TermRule, index = 0): TermState {
  return { index, asks: index, decision: "open", endsOn: rule.autoRenew ? null : endOfPeriod(rule, index) };
}

/** Where a term stands on a day when nobody does anything until then, and which periods went on into the next one. */
export function advance(
  rule: TermRule,
  state: TermState,
  today: string,
): { state: TermState; renewed: readonly Renewed[] } {
  const { index, asks, decision, endsOn } = state;
  if (endsOn !== null) {
    const until = endsOn < today ? endsOn : today;
    return { state: { ...state, index: firstNotOver(rule, index, until) }, renewed: [] };
  }
  const next = firstNotOver(rule, asks, today, lastChance);
  const renewed = Array.from(
    { length: next - asks },
    (_, passed): Renewed => ({
      index: asks + passed,
      decision: passed === 0 ? decision : "open",
    }),
  );
  const moved = { index: firstNotOver(rule, index, today), asks: next, endsOn };
  return { state: { ...moved, decision: next === asks ? decision : "open" }, renewed };
}

/** A term after somebody did something about it on a day; what comes after its end is no decision about it any more. */
export function applyAct(rule: TermRule, before: TermState, act: TermAct): TermState {
  const { state } = advance(rule, before, act.on);
  if (act.act === "renew") return renewTerm(rule, state, act.on);
  if (state.endsOn !== null && state.endsOn < act.on) return state;
  return decideTerm(rule, state, act);
}

function decideTerm(
  rule: TermRule,
  state: TermState,
  { on, decision, effectiveOn }: Extract<TermAct, { act: "decide" }>,
): TermState {
  if (decision === "cancel" || decision === "handOver")
    return { ...state, decision, endsOn: effectiveOn ?? endOfPeriod(rule, state.asks) };
  const isLeft = state.decision === "cancel" || state.decision === "handOver";
  if (!isLeft) return { ...state, decision };
  // What goes on after all may have passed its last day to cancel meanwhile: then the next period is the one decided on.
  const endsOn = rule.autoRenew ? null : endOfPeriod(rule, state.index);
  return { ...advance(rule, { ...state, decision: "open", endsOn }, on).state, decision };
}

/** „Verlängert“: the period that runs goes on into the next one, whatever was decided, and that one asks anew. */
function renewTerm(rule: TermRule, state: TermState, on: string): TermState {
  const index = state.index + 1;
  const isAsked = state.asks >= index && state.decision !== "cancel" && state.decision !== "handOver";
  const endsOn = rule.autoRenew ? null : endOfPeriod(rule, index);
  const renewed: TermState = {
    index,
    asks: Math.max(state.asks, index),
    decision: isAsked ? state.decision : "open",
    endsOn,
  };
  return advance(rule, renewed, on).state;
}

/** How a term stands on a day: a function of its rule and what people did. */
export interface Term extends Period {
  /** The end that can still be chosen, and until when; those of the period that runs while there is time. */
  asksTo: string;
  asksBy: string | null;
  decision: TermDecision;
  endsOn: string | null;
  isOver: boolean;
}

/** How a term stands on a day, after everything that people did about it until then. Acts are in the order of their days. */
export function termOn(rule: TermRule, acts: readonly TermAct[], today: string): Term {
  const done = acts.filter(({ on }) => on <= today);
  const acted = done.reduce((state, act) => applyAct(rule, state, act), openTerm(rule));
  return termOf(rule, advance(rule, acted, today).state, today);
}

/** What a state means in dates. */
export function termOf(rule: TermRule, { index, asks, decision, endsOn }: TermState, today: string): Term {
  const { from, to } = periodOf(rule, index);
  const asked = periodOf(rule, asks);
  return {
    from,
    to: endsOn !== null && endsOn < to ? endsOn : to,
    cancelBy: periodOf(rule, index).cancelBy,
    asksTo: asked.to,
    asksBy: asked.cancelBy,
    decision,
    endsOn,
    isOver: endsOn !== null && endsOn < today,
  };
}
