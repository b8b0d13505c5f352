import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { slaOf } from "../../../contract/dashboard/rank.ts";
import {
  type Impact,
  type ImpactCustomer,
  type ImpactStep,
  type ImpactType,
  maxNamed,
} from "../../../contract/impact/impact.ts";
import type { readImpact as readInput } from "../../../contract/impact/impact-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { jsonArrayOf, stringsOf } from "../../db/dialect/json.ts";
import { inReadingThread } from "../../db/reading-thread.ts";
import { notFound } from "../../problem.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Queryable } from "../../search/run.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { monthlyRevenue } from "../contracts/monthly.ts";

/** „Auswirkung“: which websites, customers, contracts and how much money a month hang on something. Throws not_found. */
export async function readImpact(
  { db: own, person }: PersonContext,
  { type, id, staying }: z.output<typeof readInput>,
  named = maxNamed,
): Promise<Impact> {
  const db = inReadingThread(own);
  const { steps, total } = await readThrough(db, type, id, named.steps);
  const falling = fallingSteps(type, id, staying);
  const websites = await readWebsites(db, falling, named.websites);
  const more = websites.length < named.websites ? [] : await countMore(db, falling, named.websites);
  const contracts = await readContracts(db, falling);
  const showsMoney = hasAbility(person.role, "seePrices");
  const ofCustomer = ({ customerId }: Pick<CustomerPart, "customerId">) => customerId ?? "";
  const websitesOf = Map.groupBy(websites, ofCustomer);
  const moreOf = new Map(more.map((each) => [ofCustomer(each), each]));
  const contractsOf = Map.groupBy(contracts, ofCustomer);
  const ids = [...new Set([...websitesOf.keys(), ...moreOf.keys(), ...contractsOf.keys()])];
  const emergency = await readEmergency(db, ids);
  const customers = ids.map((customerId): ImpactCustomer => {
    const hanging = websitesOf.get(customerId) ?? [];
    const counted = moreOf.get(customerId);
    const held = contractsOf.get(customerId) ?? [];
    const { customer, sla } = hanging[0] ?? counted ?? held[0] ?? {};
    return {
      id: customerId,
      label: customer ?? "Ohne Kunde",
      sla: slaOf(sla),
      websites: hanging.map(({ id, label, status, via }) => ({ id, label, status, via: JSON.parse(via) })),
      ...(counted && { more: { websites: counted.websites, offline: counted.offline } }),
      contracts: held.map(({ id, label, via }) => ({ id, label, via: JSON.parse(via) })),
      ...(showsMoney && { monthlyCents: sumOf(held) }),
      emergency: emergency.get(customerId) ?? [],
    };
  });
  // With thousands of customers, turning the answer into JSON is a turn's work of its own.
  await setImmediate();
  return {
    type,
    label: await readLabel(db, type, id),
    moreThrough: total - steps.length,
    through: steps.map((step) => ({ ...step, falls: !staying.includes(step.id) })),
    websites: more.reduce((sum, counted) => sum + counted.websites, websites.length),
    customers: customers.toSorted((a, b) => orderOf(a) - orderOf(b) || byName.compare(a.label, b.label)),
    contracts: contracts.length,
    ...(showsMoney && { monthlyCents: sumOf(contracts) }),
  };
}

/** One for all comparisons: thousands of customers would ask for one each. */
const byName = new Intl.Collator("de");
const sumOf = (contracts: readonly { cents: number | null }[]) =>
  contracts.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
const orderOf = ({ id, sla }: ImpactCustomer) => (id === "" ? 3 : { premium: 0, standard: 1, none: 2 }[sla]);

type Step = Omit<ImpactStep, "falls">;

/** A provider is named itself, or by one of its hosts. */
const providerId = (id: string) =>
  sql<string>`(select coalesce((select provider_id from hosts where id = ${id}), ${id}))`;

/** SQL of the hosts or domains that fall with it: one, or what is with the same provider, or on the same nameservers. */
function stepsOf(type: ImpactType, id: string): RawBuilder<Step> {
  const found: Record<ImpactType, RawBuilder<Step>> = {
    host: sql`select 'host' as type, id, title as label, sort_title from hosts where id = ${id}`,
    provider: sql`select 'host' as type, id, title as label, sort_title from hosts
        where archived_at is null and provider_id = ${providerId(id)}
      union all select 'domain', id, title, sort_title from domains
        where archived_at is null and dns_provider_id = ${providerId(id)}`,
    domain: sql`select 'domain' as type, id, title as label, sort_title from domains where id = ${id}`,
    nameservers: sql`select 'domain' as type, id, title as label, sort_title from domains
      where id = ${id} or (archived_at is null
        and nameservers <> '[]' and nameservers = (select nameservers from domains where id = ${id}))`,
  };
  return found[type];
}

/** The ids of those that do not stay up, as rows. */
const fallingSteps = (type: ImpactType, id: string, staying: readonly string[]): RawBuilder<string> =>
  sql`(select id from (${stepsOf(type, id)}) as step where id not in ${idsIn(JSON.stringify(staying))})`;

async function readThrough(
  db: Queryable,
  type: ImpactType,
  id: string,
  limit: number,
): Promise<{ steps: Step[]; total: number }> {
  const { rows } = await sql<Step & { total: number }>`
    select type, id, label, count(*) over () as total from (${stepsOf(type, id)}) as step
    order by type desc, sort_title limit ${limit}`.execute(db);
  const isEmptyProvider = type === "provider" && (await readProvider(db, id)) !== undefined;
  if (rows.length === 0 && !isEmptyProvider) throw notFound();
  return { steps: rows.map(({ type, id, label }) => ({ type, id, label })), total: rows[0]?.total ?? 0 };
}

const readProvider = (db: Queryable, id: string) =>
  db.selectFrom("providers").select("title").where("id", "=", providerId(id)).executeTakeFirst();

async function readLabel(db: Queryable, type: ImpactType, id: string): Promise<string> {
  if (type === "provider") return (await readProvider(db, id))?.title ?? "Kein Anbieter eingetragen";
  if (type === "host") {
    const host = await db.selectFrom("hosts").select("title").where("id", "=", id).executeTakeFirst();
    return host?.title ?? "";
  }
  const domain = await db
    .selectFrom("domains")
    .select(["title", "nameservers"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (type === "domain") return domain?.title ?? "";
  return parseOwnJson<string[]>(domain?.nameservers ?? "[]").join(", ") || "Keine Nameserver eingetragen";
}

interface CustomerPart extends Ref {
  customerId: string | null;
  customer: string | null;
  sla: string | null;
  /** The ids of the steps, as JSON. */
  via: string;
}

/** SQL of which websites hang on which of these steps. */
const hanging = (steps: RawBuilder<string>) => sql`
  steps as materialized (select id from ${steps} as step),
  hanging as materialized (
    select website_id, host_id as step from website_hosts where host_id in (select id from steps)
    union select website_id, domain_id from website_domains where domain_id in (select id from steps)
  )`;

/** SQL of those websites with their customers, and their `place` in the order of the service levels. */
const affected = (steps: RawBuilder<string>) => sql`
  ${hanging(steps)},
  affected as materialized (
    select w.id, w.title as label, w.status, w.customer_id, coalesce(w.sla_level, c.sla_level) as sla,
      row_number() over (order by
        case coalesce(w.sla_level, c.sla_level) when 'premium' then 0 when 'standard' then 1 else 2 end, w.sort_title, w.id
      ) as place
    from (select distinct website_id from hanging) as g inner join websites as w on w.id = g.website_id
      left join customers as c on c.id = w.customer_id
    where w.archived_at is null and w.lifecycle = 'live'
  )`;

/** The first of them, each by its name. */
async function readWebsites(db: Queryable, steps: RawBuilder<string>, limit: number) {
  const { rows } = await sql<CustomerPart & { status: CheckStatus }>`
    with ${affected(steps)}
    select a.id, a.label, a.status, a.customer_id, c.title as customer, a.sla,
      (select ${jsonArrayOf(sql`step`)} from hanging where website_id = a.id) as via
    from affected as a left join customers as c on c.id = a.customer_id
    where a.place <= ${limit} order by a.place`.execute(db);
  return rows;
}

/** What comes behind those, counted for each customer; `sla` is the highest. */
async function countMore(db: Queryable, steps: RawBuilder<string>, after: number) {
  const { rows } = await sql<Omit<CustomerPart, "id" | "label" | "via"> & { websites: number; offline: number }>`
    with ${affected(steps)}
    select g.customer_id, c.title as customer, a.sla, g.place, g.websites, g.offline
    from (select customer_id, min(place) as place, count(*) as websites,
        count(case when status = 'offline' then 1 end) as offline
      from affected where place > ${after} group by customer_id) as g
      inner join affected as a on a.place = g.place left join customers as c on c.id = g.customer_id`.execute(db);
  return rows;
}

/** The active contracts that cover any of it. */
async function readContracts(
  db: Queryable,
  steps: RawBuilder<string>,
): Promise<(CustomerPart & { cents: number | null })[]> {
  const { rows } = await sql<CustomerPart & { cents: number | null }>`
    with ${hanging(steps)},
    down as materialized (
      select w.id from hanging as g inner join websites as w on w.id = g.website_id
      where w.archived_at is null and w.lifecycle = 'live'
    )
    select c.id, c.title as label, k.id as customer_id, k.title as customer, k.sla_level as sla, ${monthlyRevenue} as cents,
      (select ${jsonArrayOf(sql`step`)} from (
        select i.host_id as step from contract_items as i
          where i.contract_id = c.id and i.archived_at is null and i.host_id in (select id from steps)
        union select i.domain_id from contract_items as i
          where i.contract_id = c.id and i.archived_at is null and i.domain_id in (select id from steps)) as own) as via
    from contracts as c left join customers as k on k.id = c.customer_id
    where c.status = 'active' and c.archived_at is null and exists (
      select 1 from contract_items as i where i.contract_id = c.id and i.archived_at is null
        and (i.website_id in (select id from down) or i.host_id in (select id from steps) or i.domain_id in (select id from steps)))
    order by c.sort_title`.execute(db);
  return rows;
}

async function readEmergency(db: Queryable, customerIds: readonly string[]) {
  const { rows } = await sql<{ customerId: string; name: string; phone: string }>`
    select customer_id, trim(coalesce(first_name, '') || ' ' || last_name) as name, coalesce(mobile, phone) as phone
    from contacts where customer_id in ${stringsOf(JSON.stringify(customerIds))}
      and archived_at is null and left_at is null and coalesce(mobile, phone) is not null
      and 'emergency' in ${stringsOf(sql`roles`)}
    order by sort_title`.execute(db);
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map([...byCustomer].map(([id, of]) => [id, of.map(({ name, phone }) => ({ name, phone }))]));
}
