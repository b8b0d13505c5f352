import { type RawBuilder, sql } from "kysely";
import { type GapKind, raisePercent, unraisedMonths } from "../../../contract/contract-gaps/contract-gaps.ts";
import { addMonths } from "../../../contract/time/today.ts";
import { larger, rounded } from "../../db/dialect/numbers.ts";
import { yearlyRevenue } from "../contracts/monthly.ts";

/**
 * Each finder is one select of `type, id, title, customer_id, yearly_cents, facts` over what is not archived. `facts`
 * names what the finding rests on, so that one that was settled comes back when it changes.
 */
export type Finder = (today: string) => RawBuilder<unknown>;

const active = sql`c.status = 'active' and c.archived_at is null`;
const former = sql`k.status = 'former'`;

/** What one website brings a year: the median over the positions of the contracts that run. */
const medianPerWebsite = sql`(
  select cast(trunc(avg(cents)) as integer) from (
    select cents, row_number() over (order by cents) as place, count(*) over () as total from (
      select 1.0 * i.quantity * i.unit_price_cents * case c.cycle
        when 'monthly' then 12 when 'quarterly' then 4 when 'halfYearly' then 2 when 'yearly' then 1 end as cents
      from contract_items as i inner join contracts as c on c.id = i.contract_id
      where i.website_id is not null and i.archived_at is null and ${active}
        and i.unit_price_cents is not null and c.cycle <> 'once') as sold) as ranked
  where place in ((total + 1) / 2, (total + 2) / 2))`;

export const finders: Record<GapKind, Finder> = {
  // What is covered is read once for all: for each website anew, SQLite would look through all contracts as soon as its
  // statistics say that most positions name no website.
  uncoveredWebsite: () => sql`
    select 'website' as type, w.id, w.title, w.customer_id, ${medianPerWebsite} as yearly_cents,
      w.lifecycle || '|' || coalesce(w.customer_id, '') as facts
    from websites as w
    where w.archived_at is null and w.lifecycle = 'live' and w.id not in (
      select i.website_id from contract_items as i inner join contracts as c on c.id = i.contract_id
      where i.website_id is not null and i.archived_at is null and ${active})`,
  unpricedDomain: () => sql`
    select 'domain' as type, d.id, d.title, d.customer_id, d.cost_cents as yearly_cents,
      d.cost_cents || '|' || coalesce(d.customer_id, '') as facts
    from domains as d
    where d.archived_at is null and d.cost_cents > 0 and d.price_cents is null
      and d.renew_decision not in ('cancel', 'handOver')`,
  formerCustomer: () => sql`
    select 'domain' as type, d.id, d.title, d.customer_id, d.price_cents as yearly_cents,
      d.price_cents || '|' || d.customer_id as facts
    from domains as d inner join customers as k on k.id = d.customer_id
    where d.archived_at is null and d.price_cents > 0 and ${former}
    union all
    select 'contract', c.id, c.title, c.customer_id, ${yearlyRevenue}, coalesce(${yearlyRevenue}, 0) || '|' || c.customer_id
    from contracts as c inner join customers as k on k.id = c.customer_id
    where ${active} and ${former}`,
  bareContract: () => sql`
    select 'contract' as type, c.id, c.title, c.customer_id, ${yearlyRevenue} as yearly_cents,
      cast(coalesce(${yearlyRevenue}, 0) as text) as facts
    from contracts as c
    where ${active} and not exists (
      select 1 from contract_items as i where i.contract_id = c.id and i.archived_at is null
        and coalesce(i.website_id, i.domain_id, i.host_id, i.device_id) is not null)`,
  emptyHost: () => sql`
    select 'host' as type, h.id, h.title, h.customer_id,
      case h.billing when 'yearly' then h.cost_cents else 12 * h.cost_cents end as yearly_cents,
      h.cost_cents || '|' || coalesce(h.billing, '') as facts
    from hosts as h
    where h.archived_at is null and h.lifecycle <> 'shutDown' and h.cost_cents > 0 and not exists (
      select 1 from website_hosts as l inner join websites as w on w.id = l.website_id
      where l.host_id = h.id and w.archived_at is null)`,
  unbilledTime: (today) => sql`
    select 'customer' as type, k.id, k.title, k.id as customer_id,
      ${rounded(sql`1.0 * sum(m.beyond) * k.hourly_rate_cents / 60`)} as yearly_cents,
      sum(m.beyond) || '|' || max(m.month) as facts
    from (
      select t.customer_id, substr(t.worked_on, 1, 7) as month,
        ${larger(
          sql`0`,
          sql`sum(t.minutes) - coalesce(o.included_minutes, 0) - sum(case when t.billed_at is not null then t.minutes else 0 end)`,
        )} as beyond
      from time_entries as t inner join customers as o on o.id = t.customer_id
      where t.archived_at is null and t.billable = 1 and t.worked_on > ${addMonths(today, -12)}
        and o.included_minutes is not null
      group by t.customer_id, o.included_minutes, month) as m
    inner join customers as k on k.id = m.customer_id
    where m.beyond > 0 and k.archived_at is null
    group by k.id`,
  unraisedPrice: (today) => sql`
    select 'contract' as type, c.id, c.title, c.customer_id,
      ${rounded(sql`${raisePercent} * ${yearlyRevenue} / 100.0`)} as yearly_cents,
      coalesce(${yearlyRevenue}, 0) || '|' || c.start_at as facts
    from contracts as c
    where ${active} and c.cycle <> 'once' and c.start_at < ${addMonths(today, -unraisedMonths)} and ${yearlyRevenue} > 0
      and not exists (
        select 1 from price_changes as p where p.target_type = 'contract' and p.target_id = c.id
          and p.from_on >= ${addMonths(today, -unraisedMonths)})
      and not exists (
        select 1 from contract_items as i inner join price_changes as p
          on p.target_type = 'contractItem' and p.target_id = i.id
        where i.contract_id = c.id and p.from_on >= ${addMonths(today, -unraisedMonths)})`,
  formerDevice: () => sql`
    select 'device' as type, v.id, v.title, v.assigned_customer_id as customer_id, v.price_cents / 3 as yearly_cents,
      v.assigned_customer_id || '|' || coalesce(v.price_cents, 0) as facts
    from devices as v inner join customers as k on k.id = v.assigned_customer_id
    where v.archived_at is null and ${former}`,
};
