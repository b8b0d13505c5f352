import { sql } from "kysely";
import { type CoveredType, maxUncovered, type Uncovered } from "../../../contract/contracts/coverage.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** Read once for all things `r`: most positions name no thing of a kind, which makes looking for each of them slow. */
const nameless = (column: string) => sql`r.id not in (
  select ${sql.ref(`i.${column}`)} from contract_items as i inner join contracts as c on c.id = i.contract_id
  where ${sql.ref(`i.${column}`)} is not null and i.archived_at is null and c.archived_at is null
    and c.status in ('active', 'draft'))`;

/** What the customer of a contract has that stands in none of the contracts that run or are being written. */
export async function listUncovered({ db }: PersonContext, { id }: { id: string }): Promise<Uncovered> {
  const contract = await db.selectFrom("contracts").select("customerId").where("id", "=", id).executeTakeFirst();
  if (!contract) throw notFound();
  const { customerId } = contract;
  const { rows } = await sql<{ type: CoveredType; id: string; title: string; total: number }>`
    select type, id, title, count(*) over () as total from (
      select 0 as place, 'website' as type, r.id, r.title, r.sort_title from websites as r
        where r.customer_id = ${customerId} and r.archived_at is null and r.lifecycle = 'live' and ${nameless("website_id")}
      union all
      select 1, 'domain', r.id, r.title, r.sort_title from domains as r
        where r.customer_id = ${customerId} and r.archived_at is null and ${nameless("domain_id")}
      union all
      select 2, 'host', r.id, r.title, r.sort_title from hosts as r
        where r.customer_id = ${customerId} and r.archived_at is null and r.lifecycle <> 'shutDown' and ${nameless("host_id")}
      union all
      select 3, 'device', r.id, r.title, r.sort_title from devices as r
        where r.assigned_customer_id = ${customerId} and r.archived_at is null and ${nameless("device_id")}) as found
    order by place, sort_title, id limit ${maxUncovered}`.execute(db);
  return {
    totalItems: rows[0]?.total ?? 0,
    items: rows.map(({ type, id: thingId, title }) => ({ type, id: thingId, title })),
  };
}
