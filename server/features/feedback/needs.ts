import { sql } from "kysely";
import { closedStatuses } from "../../../contract/feedback/statuses.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { NeedSource } from "../needs/sources.ts";
import { undatedSource } from "../needs/undated.ts";

/** How long feedback may wait until somebody is named. */
const patienceMs = 7 * dayMs;

/** Feedback that has waited for more than a week and belongs to nobody. */
export const feedbackNeeds: NeedSource = undatedSource({
  name: "feedback",
  tables: ["feedback"],
  act: ({ person }) => (hasAbility(person.role, "manageFeedback") ? "assign" : "open"),
  claimedAs: "feedback",
  values: ({ now }) => [new Date(now().getTime() - patienceMs).toISOString()],
  found: (_, waitingSince) => sql`select f.id, f.title, c.sla_level as sla, f.created_at as detail,
      null as responsible_user_id, 0 as is_mine
    from feedback as f left join customers as c on c.id = f.customer_id
    where f.archived_at is null and f.assignee_id is null and f.status not in (${sql.join(closedStatuses)})
      and f.created_at < ${waitingSince}`,
  describe: ({ id, detail }) => ({
    note: `Feedback ohne Zuständige, seit ${formatCalendarDate(portalDate(new Date(String(detail))))}`,
    href: `/feedback/${id}`,
  }),
});
