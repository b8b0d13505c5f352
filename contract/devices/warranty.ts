import { addMonths } from "../time/today.ts";

/** When something was bought, and how long it is under warranty. */
export interface Warranty {
  purchasedAt: string | null;
  warrantyMonths: number | null;
  warrantyUntil: string | null;
}

/**
 * The warranty with both its months and its end, where one tells the other. What was entered stays; of two that were
 * there before, the end follows the months and the date of purchase, and the months follow a new end.
 */
export function completeWarranty(given: Warranty, before?: Warranty): Warranty {
  const { purchasedAt, warrantyMonths, warrantyUntil } = given;
  if (!purchasedAt) return given;
  const isNew = (name: keyof Warranty) => before === undefined || before[name] !== given[name];
  const endFollows = !warrantyUntil || (!isNew("warrantyUntil") && (isNew("warrantyMonths") || isNew("purchasedAt")));
  if (warrantyMonths !== null && endFollows) return { ...given, warrantyUntil: addMonths(purchasedAt, warrantyMonths) };
  const monthsFollow = warrantyMonths === null || (isNew("warrantyUntil") && !isNew("warrantyMonths"));
  if (!warrantyUntil || !monthsFollow) return given;
  return { ...given, warrantyMonths: monthsBetween(purchasedAt, warrantyUntil) };
}

/** The whole months from one day to a later one; null where there is not a single one. */
function monthsBetween(from: string, to: string): number | null {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const months = monthOf(to) - monthOf(from);
  const whole = addMonths(from, months) > to ? months - 1 : months;
  return whole > 0 ? whole : null;
}
