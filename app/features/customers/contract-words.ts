import { contractItems } from "../../../contract/contract-items.ts";
import { contracts } from "../../../contract/contracts.ts";
import { type RecordRow, type ValuesOf, valuesOf } from "../../../contract/records/rows.ts";
import { formatMoney } from "../records/value-text.ts";

type Contract = Partial<ValuesOf<typeof contracts.fields>>;

/** „verlängert sich um 12 Monate“, „endet am 31.12.2026“, as far as anybody entered how a contract runs. */
export function termWords({ autoRenew, periodMonths, minTermMonths }: Contract): string | undefined {
  const months = (count: number) => (count === 1 ? "1 Monat" : `${count} Monate`);
  if (autoRenew && periodMonths) return `verlängert sich um ${months(periodMonths)}`;
  return minTermMonths ? `mindestens ${months(minTermMonths)}` : undefined;
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
