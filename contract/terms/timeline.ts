import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { Certainty, TermSource } from "./sources.ts";
import type { Period, TermDecision } from "./term.ts";
import type { TermOutcome } from "./term-types.ts";

/** One period as the timeline of a record shows it. Prices are absent for those who may not see them. */
export interface TimelinePeriod extends Period {
  /** The last working day on which it can be cancelled, where the last day is none. */
  cancelByWorkday: string | null;
  phase: "past" | "now" | "next";
  outcome: TermOutcome;
  decision: TermDecision | null;
  effectiveOn: string | null;
  certainty: Certainty;
  source: TermSource;
  decidedBy: Ref | null;
  /** Somebody without an account, such as the customer. */
  decidedByName: string | null;
  decidedAt: Date | null;
  reason: string | null;
  priceCents?: number | null;
  costCents?: number | null;
}

export interface PriceChange {
  fromOn: string;
  priceCents: number | null;
  costCents: number | null;
  reason: string | null;
  by: Ref | null;
}

/** How something runs: what was, what is and what comes. */
export interface Timeline {
  /** `YYYY-MM-DD` by the portal's calendar. */
  today: string;
  periods: TimelinePeriod[];
  /** Absent for those who may not see prices. */
  prices?: PriceChange[];
  /** What could not do without it when it ends. */
  hanging: { type: RecordType; id: string; title: string }[];
  /** Whether it runs, ends on a day, or has ended. */
  endsOn: string | null;
  isOver: boolean;
  version: number;
}
