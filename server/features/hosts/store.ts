import { sql } from "kysely";
import { hosts as declaration } from "../../../contract/hosts/hosts.ts";
import { monthlyRevenue } from "../contracts/monthly.ts";
import { withFollowers } from "../follows/with-followers.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";
import { withCustomer } from "../terms/looked-after.ts";

const ownWebsites = sql`website_hosts as l inner join websites as w on w.id = l.website_id where l.host_id = record.id and w.archived_at is null`;

// From the few positions that name the host to their contracts, in this order: asked whether it covers the host, SQLite
// looks through all contracts for each host, the more so with statistics, by which most positions name no host.
const coveringContracts = sql`(select distinct item.contract_id as id from contract_items as item
  where item.host_id = record.id and item.archived_at is null) as covered cross join contracts as c
  where c.id = covered.id and c.status = 'active' and c.archived_at is null`;

const termCost = {
  cents: sql`case record.billing when 'yearly' then record.cost_cents * coalesce(record.period_months, 12) / 12
    else record.cost_cents * coalesce(record.period_months, 1) end`,
  direction: "cost",
} as const;

const terms = termHooks("host");

export const hosts = withFollowers(
  {
    declaration,
    table: "hosts",
    ranks: { status: "statusRank" },
    unique: [["hostname"]],
    derived: {
      websiteCount: () => sql`select count(distinct w.id) from ${ownWebsites}`,
      customerCount: () => sql`select count(distinct w.customer_id) from ${ownWebsites}`,
      monthlyCostCents: () =>
        sql`case record.billing when 'yearly' then (record.cost_cents + 6) / 12 else record.cost_cents end`,
      monthlyRevenueCents: () => sql`select sum(${monthlyRevenue}) from ${coveringContracts}`,
    },
    deadlines: { ...withCustomer("hosts"), amounts: { hostRenewal: termCost, hostCancel: termCost } },
    complete: (tx, _ctx, values, before) => completeTermOf(tx, "host", values, before),
    ...terms,
    async afterUpdate(tx, ctx, record) {
      await terms.afterUpdate?.(tx, ctx, record);
      const { id, values, before } = record;
      if (values.scansPorts !== true || before.values.scansPorts === true) return;
      const due = { dueAt: tx.now().toISOString() };
      await tx.db.updateTable("lookups").set(due).where("kind", "=", "ports").where("targetId", "=", id).execute();
      tx.wake("lookups");
    },
  },
  "host",
);
