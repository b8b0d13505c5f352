import type { CheckStatus } from "./status.ts";

/** How many days lists and heads of pages look back. */
export const stripDays = 30;

/** A record day by day, the oldest first. */
export interface Strip {
  id: string;
  days: CheckStatus[];
  /** Basis points of each day; null where nothing is known. */
  uptimes: (number | null)[];
}
