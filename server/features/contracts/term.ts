import { addDays, addMonths } from "../../../contract/values/today.ts";
import type { Values } from "../../records/store.ts";
import { cancelByOf } from "../../records/terms.ts";

/** The last day on which a contract can be cancelled; null where it cannot be, or nobody entered how it runs. */
export function contractCancelBy(values: Values, today: string): string | null {
  if (values.status === "cancelled" || values.status === "ended") return null;
  return cancelByOf(endOfTerm(values, today), values.noticeDays);
}

/**
 * The end of the term that runs on a day: as entered, or the end of the minimum term, after which a contract that
 * renews itself runs on by whole periods.
 */
export function endOfTerm(
  { startAt, endAt, minTermMonths, periodMonths, autoRenew }: Values,
  today: string,
): string | null {
  if (typeof endAt === "string") return endAt;
  if (typeof startAt !== "string" || typeof minTermMonths !== "number") return null;
  const period = autoRenew && typeof periodMonths === "number" ? periodMonths : 0;
  const ends = (months: number) => addDays(addMonths(startAt, months), -1);
  let months = minTermMonths;
  while (period > 0 && ends(months) < today) months += period;
  return ends(months);
}
