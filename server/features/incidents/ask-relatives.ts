import { sql } from "kysely";
import { maxWaitMs } from "../../../contract/incidents/incidents.ts";
import { eachObject, stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import type { Target } from "./grouping.ts";

/** What has been asked within this time is not asked again. */
const restMs = 30_000;
/** A host with more than this is known well enough by as many. */
const maxAsked = 200;

/** Enough of those that share name servers or a provider to tell whether these are to blame. */
const maxDistant = 20;

/** Something whose check has failed, with the code of its cause where it is known. */
export interface Suspect extends Target {
  at: Date;
  code?: string | undefined;
}

/**
 * The first failed check of something: its hosts and all that hangs on them are looked at now, so that the answer to
 * whether it is alone is there when it is down. What is in doubt already comes by itself, before all others.
 */
export async function suspect(tx: Tx, targets: readonly Suspect[]): Promise<void> {
  const now = tx.now();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const json = JSON.stringify(targets.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })));
  // Two checks of one target may fail at once, and Postgres updates no row twice in one statement.
  await sql`insert into incident_suspects (target_type, target_id, at)
    select value ->> 'type', value ->> 'id', max(value ->> 'at') from ${eachObject(json)} as target where true group by 1, 2
    on conflict (target_type, target_id) do update set at = excluded.at`.execute(tx.db);
  await sql`update check_revision set value = value + 1`.execute(tx.db);
  const { rows } = await sql<{ id: string }>`
    update checks set asked_at = ${now.toISOString()}, revision = (select value from check_revision)
    where id in (select c.id from checks as c inner join (${relativesOf(json)}) as r on r.type = c.target_type and r.id = c.target_id
      left join incident_suspects as s on s.target_type = r.type and s.target_id = r.id and s.at > ${before(maxWaitMs)}
      where c.is_enabled = 1 and c.removed_at is null and c.paused_at is null and c.kind <> 'push' and s.at is null
        and (c.asked_at is null or c.asked_at < ${before(restMs)}) limit ${maxAsked})
    returning id`.execute(tx.db);
  if (rows.length > 0) tx.wake("checks");
}

/**
 * SQL of what hangs together with targets, given as JSON with `type`, `id` and `code`: `type` and `id`, without
 * themselves. A name that is not found has those in common with it that share its name servers; a host, those of its
 * provider.
 */
const relativesOf = (json: string) => sql`
  with asked as (select value ->> 'type' as type, value ->> 'id' as id, coalesce(value ->> 'code', '') as code
      from ${eachObject(json)} as target),
    common as (
      select l.host_id as id from website_hosts as l inner join asked on asked.type = 'website' and asked.id = l.website_id
        where l.role <> 'mail'
      union select id from asked where type = 'host'),
    named as (
      select l.domain_id as id from website_domains as l
        inner join asked on asked.type = 'website' and asked.id = l.website_id and asked.code like 'dns%'
        where l.role = 'main'
      union select id from asked where type = 'domain'),
    served as (
      select d.id from domains as d where d.archived_at is null and d.nameservers <> '[]'
        and d.nameservers in (select nameservers from domains where id in (select id from named))
      order by d.id limit ${maxDistant}),
    neighbours as (
      select h.id from hosts as h where h.archived_at is null
        and h.provider_id in (select provider_id from hosts where id in (select id from asked where type = 'host'))
      order by h.id limit ${maxDistant})
  select 'host' as type, id from common where id not in (select id from asked)
  union select 'host', id from neighbours where id not in (select id from asked)
  union select 'website', l.website_id from website_hosts as l inner join common on common.id = l.host_id
    where l.role <> 'mail' and l.website_id not in (select id from asked)
  union select 'website', l.website_id from website_domains as l inner join served on served.id = l.domain_id
    where l.role = 'main' and l.website_id not in (select id from asked)
  union select 'domain', id from served where id not in (select id from asked)
  union select 'domain', l.domain_id from website_domains as l
    inner join asked on asked.type = 'website' and asked.id = l.website_id where l.role = 'main'`;

export async function forgetSuspects(tx: Tx, targets: readonly Target[]): Promise<void> {
  await sql`delete from incident_suspects where target_id in ${stringsOf(
    JSON.stringify(targets.map(({ id }) => id)),
  )} or at < ${new Date(tx.now().getTime() - 10 * maxWaitMs).toISOString()}`.execute(tx.db);
}

/**
 * Whether all that hangs together with an incident has answered since it began: what is down stands in an incident, and
 * what is not has been looked at and has not failed since.
 */
export async function haveAnswered(tx: Tx, incidentId: string): Promise<boolean> {
  const members = await tx.db
    .selectFrom("incidentMembers")
    .select(["targetType as type", "targetId as id", "cause as code"])
    .where("incidentId", "=", incidentId)
    .where("until", "is", null)
    .execute();
  const { askedAt } = await tx.db
    .selectFrom("incidents")
    .select("startedAt as askedAt")
    .where("id", "=", incidentId)
    .executeTakeFirstOrThrow();
  // The members were asked for at their first failure, a minute and a half before they were down.
  const since = new Date(Date.parse(askedAt) - maxWaitMs).toISOString();
  const { rows } = await sql`
    select 1 from (${relativesOf(JSON.stringify(members))}) as r
      inner join checks as c on c.target_type = r.type and c.target_id = r.id
      left join websites as w on r.type = 'website' and w.id = r.id
      left join hosts as h on r.type = 'host' and h.id = r.id
      left join domains as d on r.type = 'domain' and d.id = r.id
      left join incident_suspects as s on s.target_type = r.type and s.target_id = r.id
    where c.is_enabled = 1 and c.removed_at is null and c.paused_at is null and c.kind in ('http', 'ping', 'tcp', 'dns')
      and c.status <> 'offline'
      and (s.at is not null or coalesce(w.checked_at, h.checked_at, d.checked_at, '') < ${since})
    limit 1`.execute(tx.db);
  return rows.length === 0;
}
