import { type RawBuilder, sql } from "kysely";
import { rounded } from "../../db/dialect/numbers.ts";
import { priceOn } from "../terms/price-rows.ts";

const months = sql`case c.cycle when 'monthly' then 1.0 when 'quarterly' then 3.0 when 'halfYearly' then 6.0 when 'yearly' then 12.0 end`;
const ofItems = (column: string) =>
  sql`(select sum(1.0 * i.quantity * ${sql.ref(`i.${column}`)}) from contract_items as i where i.contract_id = c.id and i.archived_at is null)`;

const revenue = sql`coalesce(${ofItems("unit_price_cents")}, c.price_cents)`;

/** Cents that the contract `c` brings each time it is invoiced: its items, or its own price without any. */
export const cycleRevenue = rounded(revenue);

/** Cents a year that the contract `c` brings. Null for one-off contracts. */
export const yearlyRevenue = rounded(sql`12.0 * ${revenue} / ${months}`);

/** Cents a month that the contract `c` brings: its items, or its own price without any. Null for one-off contracts. */
export const monthlyRevenue = rounded(sql`${revenue} / ${months}`);

/** Cents that the contract `c` brings from one of its ends to the next. Null for one-off contracts. */
export const termRevenue = rounded(sql`${revenue} * coalesce(c.period_months, 12) / ${months}`);

/** Cents a month that the items of the contract `c` cost in turn. */
export const monthlyCost = rounded(sql`${ofItems("cost_cents")} / ${months}`);

const itemsOn = (kind: "price" | "cost", day: RawBuilder<unknown>) =>
  sql`(select sum(1.0 * i.quantity * (${priceOn("contractItem", kind, { row: "i", day })})) from contract_items as i where i.contract_id = c.id and i.archived_at is null)`;

/** What the contract `c` brings and costs from one of its ends to the next by the prices of a day, in parts of cents. */
export const termOn = (day: RawBuilder<unknown>) => ({
  revenue: sql`(coalesce(${itemsOn("price", day)}, ${priceOn("contract", "price", { row: "c", day })}) * coalesce(c.period_months, 12) / ${months})`,
  cost: sql`(${itemsOn("cost", day)} * coalesce(c.period_months, 12) / ${months})`,
});

/** The active contracts of what `record` is, under the name `c`. */
export const activeContracts = sql`contracts as c where c.customer_id = record.id and c.status = 'active' and c.archived_at is null`;
