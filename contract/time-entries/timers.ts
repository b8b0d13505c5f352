import type { Ref } from "../records/fields.ts";

/** The time that runs for a person; one at most. */
export interface Timer {
  customer: Ref;
  website: Ref | null;
  label: string;
  startedAt: Date;
}

/** What a customer's month includes, and what of it is used up; in minutes. */
export interface MonthOfWork {
  /** `YYYY-MM` by the portal's calendar. */
  month: string;
  minutes: number;
  billableMinutes: number;
  billedMinutes: number;
}

export interface WorkSummary {
  /** Null where nothing is included. */
  includedMinutes: number | null;
  /** The last twelve months in which something was done, the newest first. */
  months: MonthOfWork[];
}
