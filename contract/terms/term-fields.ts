import type { TermDecision, TermRule } from "./term.ts";

type Values = Readonly<Record<string, unknown>>;

/** Which fields of a record type make its term, by their names. */
export interface TermFields {
  /** What a period of it is called beside the record, where the record itself is no agreement. */
  name?: string;
  start?: string;
  /** The end of the period that runs: its last day, or the day on which it renews itself. */
  end: string;
  boundary: TermRule["boundary"];
  minTerm?: string;
  period: string;
  noticeDays?: string;
  noticeMonths: string;
  noticeTo?: string;
  autoRenew: string;
  decision: string;
  /** What can be decided, in the words of the type. */
  decisions: Readonly<Partial<Record<TermDecision, string>>>;
  cancelBy: string;
  /** The last day once it is cancelled; the end itself where it has no field of its own. */
  endsOn?: string;
  price?: string;
  cost?: string;
  /** How long a period is where nobody entered it. */
  usualMonths(values: Values): number;
  /** Whether the record runs at all: no draft, nothing that was shut down or sold. */
  isRunning(values: Values): boolean;
  /** What a record says of itself by further fields when it is cancelled, goes on after all, or has ended. */
  status?: { name: string; running: string; cancelled?: string; ended: string };
}
