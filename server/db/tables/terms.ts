import type { TermSource } from "../../../contract/terms/sources.ts";
import type { TermDecision } from "../../../contract/terms/term.ts";
import type { PricedType, TermOutcome, TermType } from "../../../contract/terms/term-types.ts";

/** How things run that were agreed for a time, and what they cost when. */
export interface TermTables {
  terms: TermTable;
  priceChanges: PriceChangeTable;
}

/** Append-only: the last row of a period says how it stands, the ones before it how that came. */
export interface TermTable {
  id: string;
  targetType: TermType;
  targetId: string;
  fromOn: string;
  toOn: string;
  cancelBy: string | null;
  /** From which day months are counted, and how many of them this period ends after it. */
  anchorOn: string;
  anchorMonths: number;
  /** As they were when the row was written; a price may change within a period. */
  priceCents: number | null;
  costCents: number | null;
  certainty: string;
  source: TermSource;
  outcome: TermOutcome;
  /** Null for periods that had passed before anybody was asked. */
  decision: TermDecision | null;
  /** The last day, once something is cancelled or handed over. */
  effectiveOn: string | null;
  decidedById: string | null;
  /** Of somebody without an account, such as the customer. */
  decidedByName: string | null;
  decidedAt: string | null;
  reason: string | null;
  createdAt: string;
}

/** Append-only: what something costs and brings from a day on; of two rows of a day the later one counts. */
export interface PriceChangeTable {
  id: string;
  targetType: PricedType;
  targetId: string;
  fromOn: string;
  priceCents: number | null;
  costCents: number | null;
  reason: string | null;
  createdById: string | null;
  createdAt: string;
}
