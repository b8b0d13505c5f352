import { type DueSpan, dueDays, dueSpans, type Whose, whose } from "../../../../contract/dashboard/dashboard.ts";

/** What the address says about the deadlines: whose, and how many of them. */
export interface DueChoice {
  whose?: Whose;
  limit: number;
  /** How far ahead; the usual span when absent. */
  days?: DueSpan;
}

const few = 10;
/** „Alle anzeigen“ stops here; whoever has more to do reads the lists. */
export const many = 500;

/** Reads the choice from the dashboard's address. */
export function readDueChoice(address: URLSearchParams): DueChoice {
  const chosen = whose.find((one) => one === address.get("due"));
  const days = dueSpans.find((span) => String(span) === address.get("days"));
  return {
    ...(chosen && { whose: chosen }),
    ...(days && days !== dueDays && { days }),
    limit: address.has("more") ? many : few,
  };
}

/** The address of a choice, as a search string. */
export function dueAddress({ whose, limit, days }: DueChoice): string {
  const address = new URLSearchParams();
  if (whose) address.set("due", whose);
  if (days && days !== dueDays) address.set("days", String(days));
  if (limit === many) address.set("more", "");
  return `?${address}`;
}
