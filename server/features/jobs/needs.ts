import { sql } from "kysely";
import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { NeedSource } from "../needs/sources.ts";
import { undatedSource } from "../needs/undated.ts";

/** What repeats by itself and has failed, for those who look after the portal. */
export const jobNeeds: NeedSource = undatedSource({
  name: "job",
  tables: ["job_runs"],
  act: "open",
  isFor: ({ person }) => hasAbility(person.role, "manageSettings"),
  found: () => sql`select name as id, name as title, null as sla, started_at as detail,
      null as responsible_user_id, 1 as is_mine
    from job_runs where error is not null and finished_at is not null`,
  describe: ({ id, detail }) => ({
    title: jobLabels[id] ?? id,
    note: `Gescheitert am ${formatCalendarDate(portalDate(new Date(String(detail))))}`,
    href: "/settings/tasks",
    actHref: "/settings/tasks",
  }),
});
