import type { z } from "zod";
import {
  type CostForecast,
  type ForecastBy,
  type ForecastGroup,
  type ForecastItem,
  type ForecastItems,
  type ForecastScenario,
  type MonthlyAmounts,
  maxForecastItems,
  maxGroups,
  monthsFrom,
} from "../../../contract/cost-forecast/cost-forecast.ts";
import type {
  listForecastItems,
  readForecast as readInput,
} from "../../../contract/cost-forecast/cost-forecast-input.ts";
import { monthSpan } from "../../../contract/deadlines/calendar-days.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Paid, type PaidContext, readPayments } from "./payments.ts";

/** The twelve months from that of today on. */
export function forecastSpan({ now }: PaidContext): { months: string[]; first: string; last: string } {
  const months = monthsFrom(portalDate(now()));
  return { months, first: `${months[0]}-01`, last: monthSpan(months.at(-1) ?? "").last };
}

const emptyYear = ({ length }: readonly string[]): MonthlyAmounts => ({
  costCents: Array<number>(length).fill(0),
  revenueCents: Array<number>(length).fill(0),
});

function addTo(year: MonthlyAmounts, month: number, { costCents, revenueCents }: Amounts): void {
  year.costCents[month] = (year.costCents[month] ?? 0) + costCents;
  year.revenueCents[month] = (year.revenueCents[month] ?? 0) + revenueCents;
}

interface Amounts {
  costCents: number;
  revenueCents: number;
}

/** Twelve months of costs and revenue, told apart by provider or customer. */
export async function readForecast(
  ctx: PaidContext,
  { by, scenario }: z.output<typeof readInput>,
): Promise<CostForecast> {
  const { months, ...span } = forecastSpan(ctx);
  const monthOf = new Map(months.map((month, at) => [month, at]));
  const groups = new Map<string, ForecastGroup & { planned: number }>();
  const total = emptyYear(months);
  const open = { count: 0, costCents: 0, revenueCents: 0 };
  const undated = { count: 0, costCents: 0, revenueCents: 0 };
  for await (const part of readPayments(ctx, span))
    for (const paid of part) {
      if (paid.isOpen) open.count += 1;
      if (paid.undated) {
        undated.count += 1;
        undated.costCents += paid.undated.costCents ?? 0;
        undated.revenueCents += paid.undated.priceCents ?? 0;
      }
      const { key, label } = groupOf(paid, by);
      for (const { on, isOpen, ...amounts } of paid.payments) {
        const known = groups.get(key);
        const group = known ?? { key, label, ...emptyYear(months), planned: 0 };
        if (!known) groups.set(key, group);
        // Who is named and in which order does not depend on the scenario, so that the two can be compared.
        group.planned += amounts.costCents + amounts.revenueCents;
        if (isOpen) {
          open.costCents += amounts.costCents;
          open.revenueCents += amounts.revenueCents;
        }
        if (!isCounted(isOpen, scenario)) continue;
        const month = monthOf.get(on.slice(0, "YYYY-MM".length)) ?? 0;
        addTo(group, month, amounts);
        addTo(total, month, amounts);
      }
    }
  const ordered = [...groups.values()]
    .sort((one, other) => other.planned - one.planned || one.label.localeCompare(other.label, "de"))
    .map(({ planned: _, ...group }) => group);
  return { months, groups: withOthers(ordered, months), total, open, undated };
}

const isCounted = (isOpen: boolean, scenario: ForecastScenario) => scenario === "planned" || !isOpen;

/** Of so many groups that there are not colours enough, the smallest become one. */
function withOthers(ordered: ForecastGroup[], months: readonly string[]): ForecastGroup[] {
  if (ordered.length <= maxGroups + 1) return ordered;
  const others = ordered.slice(maxGroups);
  const sum: ForecastGroup = { key: "others", label: "Übrige", others: others.length, ...emptyYear(months) };
  for (const { costCents, revenueCents } of others)
    for (const [at, cents] of costCents.entries())
      addTo(sum, at, { costCents: cents, revenueCents: revenueCents[at] ?? 0 });
  return [...ordered.slice(0, maxGroups), sum];
}

function groupOf({ row, type }: Paid, by: ForecastBy): { key: string; label: string } {
  if (by === "customer")
    return row.customerId ? { key: row.customerId, label: row.customer ?? "" } : { key: "none", label: "Ohne Kunde" };
  if (type === "contract") return { key: "contracts", label: "Verträge" };
  if (row.providerId) return { key: row.providerId, label: row.provider ?? "" };
  return type === "device" ? { key: "leasing", label: "Leasing" } : { key: "none", label: "Ohne Anbieter" };
}

/** What is paid and invoiced in a month, the largest first. */
export async function listItems(
  ctx: PaidContext,
  { month, scenario }: z.output<typeof listForecastItems>,
): Promise<ForecastItems> {
  const { first, last } = monthSpan(month);
  const found: ForecastItem[] = [];
  for await (const part of readPayments(ctx, { first, last }))
    found.push(...itemsOf(part).filter(({ isOpen }) => isCounted(isOpen, scenario)));
  const size = ({ costCents, revenueCents }: ForecastItem) => costCents + revenueCents;
  found.sort((one, other) => size(other) - size(one) || one.record.label.localeCompare(other.record.label, "de"));
  return { items: found.slice(0, maxForecastItems), totalItems: found.length };
}

/** The payments of some records as people read them. */
export const itemsOf = (part: readonly Paid[]): ForecastItem[] =>
  part.flatMap(({ row, type, payments }) =>
    payments.map((payment) => ({
      ...payment,
      record: { type, id: row.id, label: row.title },
      customer: row.customerId ? { id: row.customerId, label: row.customer ?? "" } : null,
      provider: row.provider,
    })),
  );
