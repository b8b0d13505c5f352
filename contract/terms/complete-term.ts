import { decisionOf, isLeaving, type KnownPeriod, recordTerm } from "./record-term.ts";
import { advance, cancelByOf, endOfPeriod, openTerm, periodOf } from "./term.ts";
import type { TermFields } from "./term-fields.ts";

type Values = Readonly<Record<string, unknown>>;

interface Edit {
  values: Values;
  /** Undefined for a new record. */
  before: Values | undefined;
  today: string;
  known?: KnownPeriod | undefined;
}

/** What follows from an edit, by field. */
export type Following = Record<string, string | number | null>;

/**
 * What follows for a record from what somebody wrote into it: the last day to cancel, the end of what is cancelled, and
 * what it says of itself by that.
 */
export function completeTerm(fields: TermFields, edit: Edit): Following {
  const said = { ...withOneNotice(fields, edit), ...withStatus(fields, edit) };
  const values = { ...edit.values, ...said };
  const open = { ...values, [fields.decision]: "open", [fields.cancelBy]: null };
  const term = recordTerm(fields, open, edit.today, edit.known);
  if (!term) return { ...said, [fields.cancelBy]: null };
  const { rule, state } = term;
  const { asks } = advance(rule, openTerm(rule, state.index), edit.today).state;
  if (!isLeaving(decisionOf(fields, values))) return { ...said, [fields.cancelBy]: periodOf(rule, asks).cancelBy };
  // Whoever enters something as cancelled means the end that stands there; who decides, the next one there is time for.
  const endsOn = chosenEnd(fields, edit) ?? endOfPeriod(rule, edit.before ? asks : state.index);
  if (!fields.endsOn) return { ...said, [fields.end]: endsOn, [fields.cancelBy]: null };
  return { ...said, [fields.endsOn]: endsOn, [fields.cancelBy]: cancelByOf(rule, endsOn) };
}

/** The end of what is cancelled where somebody chose one: now, with the status, or when it was decided. */
function chosenEnd(fields: TermFields, { values, before }: Edit): string | undefined {
  const name = fields.endsOn ?? fields.end;
  const end = values[name];
  if (typeof end !== "string") return undefined;
  if (!before || end !== before[name] || isLeaving(decisionOf(fields, before))) return end;
  const isDecided = values[fields.decision] !== before[fields.decision];
  return isDecided ? undefined : end;
}

/** A status that says „gekündigt“ and a decision to cancel are one; whichever changes takes the other along. */
function withStatus(fields: TermFields, { values, before }: Edit): Following {
  const { status } = fields;
  if (!status) return {};
  const decision = decisionOf(fields, values);
  if (!status.cancelled) return { [fields.decision]: decision };
  const stands = values[status.name];
  const isAsBefore = before?.[status.name] === stands && before?.[fields.decision] === values[fields.decision];
  if (isAsBefore) return { [fields.decision]: decision };
  const isOver = stands === status.cancelled || stands === status.ended;
  if (before ? before[status.name] !== stands : isOver)
    return { [fields.decision]: isOver ? "cancel" : isLeaving(decision) ? "open" : decision };
  if (isLeaving(decision) === isOver) return { [fields.decision]: decision };
  if (isOver) return { [fields.decision]: decision, [status.name]: status.running };
  const isRunning = stands === status.running;
  return { [fields.decision]: isRunning ? decision : "open", ...(isRunning && { [status.name]: status.cancelled }) };
}

/** Notice is given in days or in months: what is entered last takes the place of the other. */
function withOneNotice({ noticeDays, noticeMonths }: TermFields, { values, before }: Edit): Following {
  if (!noticeDays || !before || typeof values[noticeDays] !== "number" || typeof values[noticeMonths] !== "number")
    return {};
  if (before[noticeMonths] !== values[noticeMonths] && before[noticeDays] === values[noticeDays])
    return { [noticeDays]: null };
  if (before[noticeDays] !== values[noticeDays] && before[noticeMonths] === values[noticeMonths])
    return { [noticeMonths]: null };
  return {};
}
