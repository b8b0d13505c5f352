import { sql } from "kysely";
import { openStates } from "../../../contract/incidents/incidents.ts";
import type { Queryable } from "../../search/run.ts";

/**
 * The open incidents of which everything that is down stands in a window of maintenance now: nobody is told, reminded or
 * called of what somebody is at.
 */
export async function readSilenced({ db, now }: { db: Queryable; now(): Date }): Promise<Set<string>> {
  const at = now().toISOString();
  const { rows } = await sql<{ id: string }>`
    select m.incident_id as id from incident_members as m
      inner join incidents as i on i.id = m.incident_id and i.state in (${sql.join([...openStates])})
    where m.until is null
    group by m.incident_id
    having count(case when not exists (select 1 from checks as c where c.target_type = m.target_type
      and c.target_id = m.target_id and c.removed_at is null and c.quiet_from <= ${at} and ${at} < c.quiet_until)
      then 1 end) = 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
