import { addDays, addMonths } from "../time/today.ts";

/**
 * The end of the term that runs on a day: as entered, or the end of the minimum term, after which a contract that
 * renews itself runs on by whole periods.
 */
export function endOfTerm(
  { startAt, endAt, minTermMonths, periodMonths, autoRenew }: Readonly<Record<string, unknown>>,
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
