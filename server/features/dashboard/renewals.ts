import { sql } from "kysely";
import { type RenewalDay, type Renewals, renewalDays } from "../../../contract/dashboard/dashboard.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { monthlyOn } from "../contracts/monthly.ts";
import { priceOn } from "../terms/price-rows.ts";

interface Row {
  on: string;
  domains: number;
  hosts: number;
  contracts: number;
  undecided: number;
  costCents: number | null;
  revenueCents: number | null;
}

const atRenewal = (row: string) => ({ row, day: sql.ref(`${row}.renews_at`) });
const contract = monthlyOn(sql.ref("c.end_at"));

/** What renews itself unless somebody acts, day by day; amounts are those of the term that begins. */
export async function listRenewals({ db, now, person }: PersonContext): Promise<Renewals> {
  const today = portalDate(now());
  const last = addDays(today, renewalDays - 1);
  const { rows } = await sql<Row>`
    select "on", sum(domain) as domains, sum(host) as hosts, sum(contract) as contracts, sum(undecided) as undecided,
      sum(cost_cents) as cost_cents, sum(revenue_cents) as revenue_cents
    from (
      select renews_at as "on", 1 as domain, 0 as host, 0 as contract, 
        renew_decision = 'open' and coalesce(cancel_by, renews_at) <= renews_at as undecided,
        (${priceOn("domain", "cost", atRenewal("domains"))}) * coalesce(period_months, 12) / 12 as cost_cents,
        (${priceOn("domain", "price", atRenewal("domains"))}) * coalesce(period_months, 12) / 12 as revenue_cents
      from domains
      where archived_at is null and renews_at between ${today} and ${last}
        and (renew_decision not in ('cancel', 'handOver') or ends_at > renews_at)
      union all
      select renews_at, 0, 1, 0, 0,
        (${priceOn("host", "cost", atRenewal("hosts"))})
          * case billing when 'yearly' then coalesce(period_months, 12) / 12.0 else coalesce(period_months, 1) end, null
      from hosts
      where archived_at is null and renews_at between ${today} and ${last} and lifecycle <> 'shutDown'
        and (coalesce(renew_decision, 'open') not in ('cancel', 'handOver') or ends_at > renews_at)
      union all
      select c.end_at, 0, 0, 1, 0, ${contract.cost} * coalesce(c.period_months, 12),
        ${contract.revenue} * coalesce(c.period_months, 12)
      from contracts as c
      where c.archived_at is null and c.end_at between ${today} and ${last} and c.status = 'active' and c.auto_renew = 1
    ) group by "on" order by "on"`.execute(db);
  const seesPrices = hasAbility(person.role, "seePrices");
  return { today, days: rows.map((row) => toDay(row, seesPrices)) };
}

function toDay({ costCents, revenueCents, ...day }: Row, seesPrices: boolean): RenewalDay {
  return seesPrices ? { ...day, costCents: costCents ?? 0, revenueCents: revenueCents ?? 0 } : day;
}
