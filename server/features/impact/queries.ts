import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { slaOf } from "../../../contract/dashboard/rank.ts";
import type { Impact, ImpactCustomer, ImpactType } from "../../../contract/impact/impact.ts";
import type { readImpact as readInput } from "../../../contract/impact/impact-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { notFound } from "../../problem.ts";
import type { Queryable } from "../../search/run.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { monthlyRevenue } from "../contracts/monthly.ts";

/** „Auswirkung“: which websites, customers, contracts and how much money a month hang on something. Throws not_found. */
export async function readImpact(
  { db, person }: PersonContext,
  { type, id }: z.output<typeof readInput>,
): Promise<Impact> {
  const through = await readThrough(db, type, id);
  const throughIds = JSON.stringify(through.map((each) => each.id));
  const websites = await readWebsites(db, type, throughIds);
  const contracts = await readContracts(db, type, throughIds, JSON.stringify(websites.map((each) => each.id)));
  const showsMoney = hasAbility(person.role, "seePrices");
  const customers = [...Map.groupBy([...websites, ...contracts], ({ customerId }) => customerId ?? "")].map(
    ([customerId, rows]): ImpactCustomer => {
      const own = contracts.filter((contract) => (contract.customerId ?? "") === customerId);
      return {
        ...{ id: customerId, label: rows[0]?.customer ?? "Ohne Kunde", sla: slaOf(rows[0]?.sla) },
        websites: websites
          .filter((website) => (website.customerId ?? "") === customerId)
          .map(({ id, label, status }) => ({ id, label, status })),
        contracts: own.map(({ id, label }) => ({ id, label })),
        ...(showsMoney && { monthlyCents: sumOf(own) }),
      };
    },
  );
  return {
    ...{ type, label: await readLabel(db, type, through), through, websites: websites.length },
    customers: customers.toSorted((a, b) => orderOf(a) - orderOf(b) || a.label.localeCompare(b.label, "de")),
    contracts: contracts.length,
    ...(showsMoney && { monthlyCents: sumOf(contracts) }),
  };
}

const sumOf = (contracts: readonly { cents: number | null }[]) =>
  contracts.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
const orderOf = ({ id, sla }: ImpactCustomer) => (id === "" ? 3 : { premium: 0, standard: 1, none: 2 }[sla]);

/** The hosts or domains that fall with it: one, or those of the same provider, or on the same nameservers. */
async function readThrough(db: Queryable, type: ImpactType, id: string): Promise<Ref[]> {
  const found: Record<ImpactType, RawBuilder<Ref>> = {
    host: sql`select id, title as label from hosts where id = ${id}`,
    provider: sql`select id, title as label from hosts where archived_at is null
      and provider_id = (select provider_id from hosts where id = ${id}) order by sort_title`,
    domain: sql`select id, title as label from domains where id = ${id}`,
    nameservers: sql`select id, title as label from domains where id = ${id} or (archived_at is null
      and nameservers <> '[]' and nameservers = (select nameservers from domains where id = ${id})) order by sort_title`,
  };
  const { rows } = await found[type].execute(db);
  if (rows.length === 0) throw notFound();
  return rows;
}

async function readLabel(db: Queryable, type: ImpactType, through: readonly Ref[]): Promise<string> {
  const id = through[0]?.id ?? "";
  if (type === "provider") {
    const provider = await db
      .selectFrom("hosts as h")
      .innerJoin("providers as p", "p.id", "h.providerId")
      .select("p.title")
      .where("h.id", "=", id)
      .executeTakeFirst();
    return provider?.title ?? "";
  }
  if (type === "nameservers") {
    const domain = await db.selectFrom("domains").select("nameservers").where("id", "=", id).executeTakeFirst();
    return (JSON.parse(domain?.nameservers ?? "[]") as string[]).join(", ") || "Keine Nameserver eingetragen";
  }
  return through[0]?.label ?? "";
}

interface WebsiteRow extends Ref {
  status: CheckStatus;
  customerId: string | null;
  customer: string | null;
  sla: string | null;
}

const isOfHosts = (type: ImpactType) => type === "host" || type === "provider";

async function readWebsites(db: Queryable, type: ImpactType, throughIds: string): Promise<WebsiteRow[]> {
  const ids = sql`(select value from json_each(${throughIds}))`;
  const hanging = isOfHosts(type)
    ? sql`select website_id from website_hosts where host_id in ${ids}`
    : sql`select website_id from website_domains where domain_id in ${ids}`;
  const { rows } = await sql<WebsiteRow>`
    select w.id, w.title as label, w.status, c.id as customer_id, c.title as customer, coalesce(w.sla_level, c.sla_level) as sla
    from websites as w left join customers as c on c.id = w.customer_id
    where w.id in (${hanging}) and w.archived_at is null and w.lifecycle = 'live'
    order by case coalesce(w.sla_level, c.sla_level) when 'premium' then 0 when 'standard' then 1 else 2 end, w.sort_title`.execute(
    db,
  );
  return rows;
}

interface ContractRow extends Ref {
  customerId: string | null;
  customer: string | null;
  sla: string | null;
  cents: number | null;
}

/** The active contracts that cover any of it. */
async function readContracts(
  db: Queryable,
  type: ImpactType,
  throughIds: string,
  websiteIds: string,
): Promise<ContractRow[]> {
  const column = sql.ref(isOfHosts(type) ? "i.host_id" : "i.domain_id");
  const { rows } = await sql<ContractRow>`
    select c.id, c.title as label, k.id as customer_id, k.title as customer, k.sla_level as sla, ${monthlyRevenue} as cents
    from contracts as c left join customers as k on k.id = c.customer_id
    where c.status = 'active' and c.archived_at is null and exists (
      select 1 from contract_items as i where i.contract_id = c.id and i.archived_at is null
        and (i.website_id in (select value from json_each(${websiteIds}))
          or ${column} in (select value from json_each(${throughIds}))))
    order by c.sort_title`.execute(db);
  return rows;
}
