import { sql } from "kysely";
import { openStates } from "../../../contract/incidents/incidents.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import type { NeedSource } from "../needs/sources.ts";
import { undatedSource } from "../needs/undated.ts";

/** What is broken now: for those who were told of it, and for everybody who looks after the portal. */
export const incidentNeeds: NeedSource = undatedSource({
  name: "incident",
  tables: ["incidents"],
  act: "open",
  claimedAs: "incident",
  found: ({ id, role }) => sql`select i.id, '#' || i.number || ': ' || i.title as title, i.started_at as detail,
      (select case when count(case when c.sla_level = 'premium' then 1 end) > 0 then 'premium'
          when count(case when c.sla_level = 'standard' then 1 end) > 0 then 'standard' end
        from incident_members as m inner join customers as c on c.id = m.customer_id where m.incident_id = i.id) as sla,
      (select user_id from claims where subject_type = 'incident' and subject_id = i.id) as responsible_user_id,
      case when ${hasAbility(role, "closeIncidents") ? 1 : 0} = 1 or exists (select 1 from incident_messages as t
        where t.incident_id = i.id and t.user_id = ${id}) then 1 else 0 end as is_mine
    from incidents as i
    where i.state in (${sql.join([...openStates])}) and i.archived_at is null and i.told_at is not null`,
  describe: ({ id, detail }) => {
    const { day, time } = portalTime(new Date(String(detail)));
    const [year, month, date] = day.split("-");
    return {
      note: `Störung seit ${date}.${month}.${year}, ${time} Uhr`,
      href: `/incidents/${id}`,
      actHref: `/incidents/${id}`,
    };
  },
});
