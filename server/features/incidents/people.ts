import { sql } from "kysely";
import { activeUsers } from "../../db/active-users.ts";
import type { Queryable } from "../../search/run.ts";

/**
 * Whom an incident is told: who is responsible for what it hits or for the customer whose it is, and who follows it.
 * Where that is nobody, and of the portal's own connection, it is those who look after everything.
 */
export async function peopleInCharge(db: Queryable, incidentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with hit as (
      select target_type as type, target_id as id from incident_members where incident_id = ${incidentId}
      union select root_type, root_id from incidents where id = ${incidentId} and root_id is not null
    ), named as (
      select coalesce(w.responsible_user_id, c.responsible_user_id) as id from hit
        inner join websites as w on hit.type = 'website' and w.id = hit.id
        left join customers as c on c.id = w.customer_id
      union select coalesce(d.responsible_user_id, c.responsible_user_id) from hit
        inner join domains as d on hit.type = 'domain' and d.id = hit.id
        left join customers as c on c.id = d.customer_id
      union select h.responsible_user_id from hit inner join hosts as h on hit.type = 'host' and h.id = hit.id
      union select f.user_id from hit inner join record_followers as f on f.record_type = hit.type and f.record_id = hit.id
    )
    select u.id from users as u inner join named on named.id = u.id
    where u.deactivated_at is null and u.joined_at is not null order by u.id`.execute(db);
  return rows.length > 0 ? rows.map(({ id }) => id) : readMaintainers(db);
}

/** Those who look after everything. */
export async function readMaintainers(db: Queryable): Promise<string[]> {
  const rows = await activeUsers(db)
    .select("id")
    .where("role", "in", ["admin", "maintainer"])
    .where("joinedAt", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
