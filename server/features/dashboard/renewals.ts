import { sql } from "kysely";
import { type RenewalDay, type Renewals, renewalDays } from "../../../contract/dashboard/dashboard.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { rounded } from "../../db/dialect/numbers.ts";
import { prepareForReader } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { termOn } from "../contracts/monthly.ts";
import { visibleTo } from "../deadlines/visible.ts";
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

const onItsDay = (row: string) => ({ row, day: sql.ref("d.due_on") });
const contract = termOn(sql.ref("d.due_on"));
const periodOf = (row: string) => sql`coalesce(${sql.ref(`${row}.period_months`)}, 12) / 12.0`;

const selectRenewals = prepareForReader(
  (_, reader, today: string, last: string) => sql<Row>`
    select d.due_on as "on", count(case when d.kind = 'domainRenewal' then 1 end) as domains,
      count(case when d.kind = 'hostRenewal' then 1 end) as hosts,
      count(case when d.kind = 'contractEnd' then 1 end) as contracts,
      count(case when d.kind = 'domainRenewal' and domain.renew_decision = 'open'
        and coalesce(d.cancel_by, d.due_on) <= d.due_on then 1 end) as undecided,
      ${rounded(sql`sum(case d.kind
        when 'domainRenewal' then (${priceOn("domain", "cost", onItsDay("domain"))}) * ${periodOf("domain")}
        when 'hostRenewal' then (${priceOn("host", "cost", onItsDay("host"))})
          * case host.billing when 'yearly' then ${periodOf("host")} else coalesce(host.period_months, 1) end
        else ${contract.cost} end)`)} as cost_cents,
      ${rounded(sql`sum(case d.kind
        when 'domainRenewal' then (${priceOn("domain", "price", onItsDay("domain"))}) * ${periodOf("domain")}
        when 'contractEnd' then ${contract.revenue} end)`)} as revenue_cents
    from deadlines as d
      left join domains as domain on d.kind = 'domainRenewal' and domain.id = d.target_id
      left join hosts as host on d.kind = 'hostRenewal' and host.id = d.target_id
      left join contracts as c on d.kind = 'contractEnd' and c.id = d.target_id
    where d.state = 'open' and d.due_on between ${today} and ${last} and ${visibleTo(reader)}
      and (d.kind in ('domainRenewal', 'hostRenewal') or (d.kind = 'contractEnd' and c.auto_renew = 1))
    group by d.due_on order by d.due_on`,
);

/** What renews itself unless somebody acts, day by day; amounts are those of the term that begins, by the prices of its day. */
export async function listRenewals({ db, now, person }: PersonContext): Promise<Renewals> {
  const today = portalDate(now());
  const rows = await selectRenewals(db, person, today, addDays(today, renewalDays - 1));
  const seesPrices = hasAbility(person.role, "seePrices");
  return { today, days: rows.map((row) => toDay(row, seesPrices)) };
}

function toDay({ costCents, revenueCents, ...day }: Row, seesPrices: boolean): RenewalDay {
  return seesPrices ? { ...day, costCents: costCents ?? 0, revenueCents: revenueCents ?? 0 } : day;
}
