import type { Following } from "./complete-term.ts";
import { isLeaving, type KnownPeriod, type RecordTerm, recordTerm } from "./record-term.ts";
import { advance, cancelByOf, endOfPeriod, periodOf, type Renewed, type TermState } from "./term.ts";
import type { TermFields } from "./term-fields.ts";

type Values = Readonly<Record<string, unknown>>;

/** What time did to a record. */
export interface Rolled {
  /** The fields that are otherwise now, by name. */
  values: Following;
  term: RecordTerm;
  /** Where its term stands now. */
  state: TermState;
  /** Which periods went on into the next one. */
  renewed: readonly Renewed[];
  /** Nothing comes after the period that ran. */
  isOver: boolean;
}

/** What time did to a record until today; undefined where it has no term, or does not run. */
export function rollTerm(fields: TermFields, values: Values, today: string, known?: KnownPeriod): Rolled | undefined {
  const term = fields.isRunning(values) ? recordTerm(fields, values, today, known) : undefined;
  if (!term) return undefined;
  const { state, renewed } = advance(term.rule, term.state, today);
  const isOver = state.endsOn !== null && state.endsOn < today;
  const after = { ...columnsOf(fields, term, state, values), ...(isOver && overColumns(fields, state)) };
  const changed = Object.entries(after).filter(([name, value]) => value !== (values[name] ?? null));
  return { values: Object.fromEntries(changed), term, state, renewed, isOver };
}

/** What a record says of a term, by its fields. */
function columnsOf(fields: TermFields, { rule }: RecordTerm, state: TermState, values: Values): Following {
  const { index, asks, decision, endsOn } = state;
  const isLeft = isLeaving(decision);
  const end = values[fields.end] === null ? null : isLeft && !fields.endsOn ? endsOn : endOfPeriod(rule, index);
  const leftBy = fields.endsOn && endsOn ? cancelByOf(rule, endsOn) : null;
  const cancelBy = isLeft ? leftBy : periodOf(rule, asks).cancelBy;
  // Where nobody was asked, nothing is reset.
  const decided = state.decision === "open" && values[fields.decision] === null ? null : decision;
  return { [fields.end]: end, [fields.cancelBy]: cancelBy, [fields.decision]: decided };
}

/** What is over says when it ended, also where that only followed from its beginning. */
function overColumns({ status, end, endsOn }: TermFields, state: TermState): Following {
  if (!status) return {};
  return { [status.name]: status.ended, ...(!endsOn && { [end]: state.endsOn }) };
}
