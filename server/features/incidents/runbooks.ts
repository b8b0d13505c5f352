import { sql } from "kysely";
import type { z } from "zod";
import { hosts } from "../../../contract/hosts/hosts.ts";
import type { PinTarget, Runbook } from "../../../contract/incidents/incident-page.ts";
import type * as contract from "../../../contract/incidents/incidents-input.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { eachObject } from "../../db/dialect/json.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import { isReadable, readableBy } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";

/**
 * What an incident is about, so far as pages can be pinned to it: providers, kinds of hosts, systems, customers. In this
 * order, so that the many customers of a large outage leave room for its provider.
 */
export async function readPinTargets({ db }: Pick<PersonContext, "db">, incidentId: string): Promise<PinTarget[]> {
  const { rows } = await sql<PinTarget>`
    with hit as (select target_type as type, target_id as id, customer_id from incident_members where incident_id = ${incidentId}),
      own_hosts as (
        select h.* from hosts as h where h.id in (select id from hit where type = 'host')
          or h.id in (select root_id from incidents where id = ${incidentId} and root_type = 'host')
          or h.id in (select l.host_id from website_hosts as l inner join hit on hit.id = l.website_id where l.role = 'web'))
    select kind, value, label from (
      select distinct 'provider' as kind, p.id as value, p.title as label from own_hosts as h inner join providers as p on p.id = h.provider_id
      union select distinct 'hostKind', kind, kind from own_hosts
      union select distinct 'technology', lower(trim(w.cms)), trim(w.cms) from websites as w inner join hit on hit.id = w.id
        where w.cms is not null and trim(w.cms) <> ''
      union select distinct 'customer', c.id, c.title from customers as c inner join hit on hit.customer_id = c.id
    ) as target
    order by case kind when 'provider' then 1 when 'hostKind' then 2 when 'technology' then 3 else 4 end, label
    limit 100`.execute(db);
  const { options } = hosts.fields.kind;
  const named = rows.map((row) =>
    row.kind === "hostKind" && isKeyOf(options, row.value) ? { ...row, label: options[row.value] } : row,
  );
  return [...new Map(named.map((target) => [`${target.kind}:${target.value}`, target])).values()];
}

/** The pages that are pinned to any of it, as far as the person may read them. */
export async function readRunbooks(
  { db, person }: Pick<PersonContext, "db" | "person">,
  targets: readonly PinTarget[],
): Promise<Runbook[]> {
  const readable = readableBy("page", person) ?? sql`1 = 1`;
  const { rows } = await sql<{ id: string; label: string; kind: PinTarget["kind"]; value: string; pinnedTo: string }>`
    select record.id, record.title as label, pin.kind, pin.value, t.value ->> 'label' as pinned_to
    from page_pins as pin
      inner join ${eachObject(JSON.stringify(targets))} as t on t.value ->> 'kind' = pin.kind and t.value ->> 'value' = pin.value
      inner join pages as record on record.id = pin.page_id
    where record.archived_at is null and ${readable}
    order by record.sort_title, pin.kind limit 50`.execute(db);
  return rows.map(({ id, label, kind, value, pinnedTo }) => ({ id, label, pin: { kind, value, label: pinnedTo } }));
}

/** Pins a page to what it helps with, or takes it off; saying so twice changes nothing. Throws not_found. */
export async function setPin(
  ctx: PersonContext,
  { pageId, kind, value, on }: z.output<typeof contract.setPin>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    if (!(await isReadable(tx.db, { type: "page", id: pageId }, ctx.person))) throw notFound();
    await assertExists(tx, kind, value);
    if (on)
      await tx.db
        .insertInto("pagePins")
        .values({ pageId, kind, value, createdAt: tx.now().toISOString(), createdById: ctx.person.id })
        .onConflict((conflict) => conflict.columns(["kind", "value", "pageId"]).doNothing())
        .execute();
    else
      await tx.db
        .deleteFrom("pagePins")
        .where("pageId", "=", pageId)
        .where("kind", "=", kind)
        .where("value", "=", value)
        .execute();
    return { id: pageId };
  });
}

async function assertExists({ db }: Tx, kind: PinTarget["kind"], value: string): Promise<void> {
  if (kind === "technology") return;
  if (kind === "hostKind") {
    if (!isKeyOf(hosts.fields.kind.options, value)) throw notFound();
    return;
  }
  const table = kind === "provider" ? "providers" : "customers";
  if (!(await db.selectFrom(table).select("id").where("id", "=", value).executeTakeFirst())) throw notFound();
}
