import type { RecordType } from "../records/record-types.ts";
import { termSources } from "../terms/sources.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a field of the record has to hold for a date to matter. */
export interface Condition {
  field: string;
  in?: readonly (string | boolean)[];
  notIn?: readonly string[];
  isEmpty?: true;
}

/** How a deadline can stand: something is to be done, or it is over in one of three ways. */
export const deadlineStates = ["open", "done", "cancelled", "renewed"] as const;
export type DeadlineState = (typeof deadlineStates)[number];
export type ClosedState = Exclude<DeadlineState, "open">;

/** Who says so. */
export const dateSources = [...termSources, "tls"] as const;
export type DateSource = (typeof dateSources)[number];

/** A date that people enter, or that follows from one, and that somebody has to act on. */
export interface DeadlineRule {
  type: RecordType;
  field: string;
  /** What calendars, reminders and the dashboard call it. */
  label: string;
  /** How far ahead it is shown as a warning, in days. */
  leadDays: number;
  /** What is said of it when it is over. */
  over: string;
  /** When it matters at all; always, when absent. */
  only?: readonly Condition[];
  /** When it also matters that it is over. */
  onlyWhenOver?: readonly Condition[];
  /** Over, it matters as long as this date of the record is still to come. */
  overUntil?: string;
  /** Over, it still asks for something; a chance that has passed does not. */
  staysDue?: true;
  /** Fields that the functions below read beside those that are named here. */
  beside?: readonly string[];
  /** It follows from a term: a decision about that settles it, and the term says how sure the date is. */
  ofTerm?: true;
  /** When it comes by itself, so that no warning precedes it. */
  isQuiet?: (values: Values) => boolean;
  /** The last day to act before the date itself, where the record has one. */
  cancelField?: string;
  /** Where the date comes from; people enter it when absent. */
  source?: (values: Values) => DateSource;
  /** A date that moves this many days ahead was not corrected: the deadline is over, and the next one begins. */
  movesOn?: { days: number; as: ClosedState };
  /** What it means that the record no longer asks: it was called off where these are met, and done otherwise. */
  cancelledWhen?: readonly Condition[];
  /** A date that was taken away means that it is done; otherwise nobody knows it any more. */
  emptyMeansDone?: true;
}

/**
 * Whether a term goes on by itself and asks nothing on the day it does: somebody has decided to keep it, or its last day
 * to cancel is known and asks instead.
 */
export function renewsUnasked({
  autoRenew,
  decision,
  cancelBy,
}: Record<"autoRenew" | "decision" | "cancelBy", unknown>) {
  return autoRenew === true && (decision === "keep" || Boolean(cancelBy));
}

/** Whether what a record holds meets all conditions; fields that are not known meet them. */
export function meets(conditions: readonly Condition[] = [], values: Values): boolean {
  return conditions.every(({ field, in: one, notIn, isEmpty }) => {
    const value = values[field];
    if (value === undefined) return true;
    if (isEmpty) return value === null || value === "";
    return one ? one.some((option) => option === value) : !notIn?.some((option) => option === value);
  });
}

/** The fields of a record that say whether and when a rule asks for something. */
export function fieldsOf({ field, only, onlyWhenOver, overUntil, cancelField, cancelledWhen }: DeadlineRule): string[] {
  const conditions = [...(only ?? []), ...(onlyWhenOver ?? []), ...(cancelledWhen ?? [])];
  const beside = [overUntil, cancelField].filter((name) => name !== undefined);
  return [...new Set([field, ...beside, ...conditions.map((condition) => condition.field)])];
}
