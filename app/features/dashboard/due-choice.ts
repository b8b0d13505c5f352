import { type Whose, whose } from "../../../contract/dashboard/dashboard.ts";

/** What the address says about the deadlines: whose, and how many of them. */
export interface DueChoice {
  whose?: Whose;
  limit: number;
}

const few = 10;
/** „Alle anzeigen“ stops here; whoever has more to do reads the lists. */
export const many = 500;

/** Reads the choice from the dashboard's address. */
export function readDueChoice(address: URLSearchParams): DueChoice {
  const chosen = whose.find((one) => one === address.get("due"));
  return { ...(chosen && { whose: chosen }), limit: address.has("more") ? many : few };
}

/** The address of a choice, as a search string. */
export function dueAddress({ whose, limit }: DueChoice): string {
  const address = new URLSearchParams();
  if (whose) address.set("due", whose);
  if (limit === many) address.set("more", "");
  return `?${address}`;
}
