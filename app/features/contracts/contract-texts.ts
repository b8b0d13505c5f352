import { contractItems } from "../../../contract/contract-items/contract-items.ts";
import { contracts } from "../../../contract/contracts/contracts.ts";
import { type RecordRow, type ValuesOf, valuesOf } from "../../../contract/records/rows.ts";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";

type Contract = Partial<ValuesOf<typeof contracts.fields>>;

const months = (count: number) => (count === 1 ? "1 Monat" : `${count} Monate`);

/** „01.01.2025 bis 31.12.2026 · verlängert sich um 12 Monate“, as far as anybody entered how a contract runs. */
export function termText({ startAt, endAt, autoRenew, periodMonths, minTermMonths, noticeDays }: Contract): string {
  return [
    startAt && (endAt ? `${formatDay(startAt)} bis ${formatDay(endAt)}` : `seit ${formatDay(startAt)}`),
    minTermMonths && `mindestens ${months(minTermMonths)}`,
    autoRenew && periodMonths && `verlängert sich um ${months(periodMonths)}`,
    noticeDays && `Kündigungsfrist ${noticeDays === 1 ? "1 Tag" : `${noticeDays} Tage`}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What a position costs; undefined without a price, or for whom prices are not meant. */
export function sumOf(item: RecordRow): number | undefined {
  const { quantity, unitPriceCents } = valuesOf(contractItems, item);
  return typeof unitPriceCents === "number" ? (quantity ?? 1) * unitPriceCents : undefined;
}

/** „120,00 € vierteljährlich“: the sum of the positions, or the contract's own price where they have none. */
export function pricePerCycle(contract: RecordRow, items: readonly RecordRow[]): string | undefined {
  const { priceCents, cycle } = valuesOf(contracts, contract);
  const sums = items.map(sumOf).filter((sum) => sum !== undefined);
  const cents = sums.length > 0 ? sums.reduce((total, sum) => total + sum, 0) : priceCents;
  if (typeof cents !== "number") return undefined;
  return [formatMoney(cents), cycle && contracts.fields.cycle.options[cycle]].filter(Boolean).join(" ");
}
