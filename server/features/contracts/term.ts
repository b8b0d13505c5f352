import { endOfTerm } from "../../../contract/contracts/contract-term.ts";
import { cancelByOf } from "../../records/conditions/terms.ts";
import type { Values } from "../../records/store.ts";

/** The last day on which a contract can be cancelled; null where it cannot be, or nobody entered how it runs. */
export function contractCancelBy(values: Values, today: string): string | null {
  if (values.status === "cancelled" || values.status === "ended") return null;
  return cancelByOf(endOfTerm(values, today), values.noticeDays);
}
