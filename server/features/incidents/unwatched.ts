import { sql } from "kysely";
import { openStates } from "../../../contract/incidents/incidents.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import type { Target } from "./grouping.ts";
import { recoverTargets } from "./resolve.ts";

/**
 * Takes out of open incidents what nobody looks at any more: archived, shut down, or paused. Nothing would ever say that
 * it is back.
 */
export async function endUnwatched(services: Pick<Services, "db" | "now" | "live">): Promise<void> {
  const { rows } = await sql<Target>`
    select distinct m.target_type as type, m.target_id as id
    from incident_members as m inner join incidents as i on i.id = m.incident_id
      left join websites as w on m.target_type = 'website' and w.id = m.target_id
      left join hosts as h on m.target_type = 'host' and h.id = m.target_id
      left join domains as d on m.target_type = 'domain' and d.id = m.target_id
    where m.until is null and i.state in (${sql.join([...openStates])}) and (
      coalesce(w.id, h.id, d.id) is null or coalesce(w.archived_at, h.archived_at, d.archived_at) is not null
      or w.lifecycle <> 'live' or h.lifecycle = 'shutDown'
      or (exists (select 1 from checks as c where c.target_type = m.target_type and c.target_id = m.target_id)
        and not exists (select 1 from checks as c where c.target_type = m.target_type and c.target_id = m.target_id
          and c.is_enabled = 1 and c.paused_at is null and c.removed_at is null)))`.execute(services.db);
  if (rows.length === 0) return;
  const at = services.now();
  await transact(systemContext(services), (tx) =>
    recoverTargets(
      tx,
      rows.map((row) => ({ ...row, at })),
      { status: "ended" },
    ),
  );
}
