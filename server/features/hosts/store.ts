import { sql } from "kysely";
import { hosts as declaration } from "../../../contract/hosts/hosts.ts";
import { monthlyRevenue } from "../contracts/monthly.ts";
import { withFollowers } from "../follows/with-followers.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";

const ownWebsites = sql`website_hosts as l inner join websites as w on w.id = l.website_id where l.host_id = record.id and w.archived_at is null`;

const termCost = {
  cents: sql`case record.billing when 'yearly' then record.cost_cents * coalesce(record.period_months, 12) / 12
    else record.cost_cents * coalesce(record.period_months, 1) end`,
  direction: "cost",
} as const;

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
      monthlyRevenueCents: () =>
        sql`select sum(${monthlyRevenue}) from contracts as c where c.status = 'active' and c.archived_at is null and exists (select 1 from contract_items as item where item.contract_id = c.id and item.host_id = record.id and item.archived_at is null)`,
    },
    deadlines: { amounts: { hostRenewal: termCost, hostCancel: termCost } },
    complete: (tx, _ctx, values, before) => completeTermOf(tx, "host", values, before),
    ...termHooks("host"),
  },
  "host",
);
