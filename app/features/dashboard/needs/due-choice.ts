import { type DueSpan, dueDays, dueSpans, type Whose, whose } from "../../../../contract/dashboard/dashboard.ts";

/** What the URL says about the deadlines: whose, and how many of them. */
export interface DueChoice {
  whose?: Whose;
  limit: number;
  /** How far ahead; the usual span when absent. */
  days?: DueSpan;
}

const few = 10;
/** „Alle anzeigen“ stops here; whoever has more to do reads the lists. */
export const many = 500;

/** Reads the choice from the dashboard's URL. */
export function readDueChoice(searchParams: URLSearchParams): DueChoice {
  const chosen = whose.find((one) => one === searchParams.get("due"));
  const days = dueSpans.find((span) => String(span) === searchParams.get("days"));
  return {
    ...(chosen && { whose: chosen }),
    ...(days && days !== dueDays && { days }),
    limit: searchParams.has("more") ? many : few,
  };
}

/** The URL of a choice, as a search string. */
export function dueSearch({ whose, limit, days }: DueChoice): string {
  const searchParams = new URLSearchParams();
  if (whose) searchParams.set("due", whose);
  if (days && days !== dueDays) searchParams.set("days", String(days));
  if (limit === many) searchParams.set("more", "");
  return `?${searchParams}`;
}
