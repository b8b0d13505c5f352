import { sql } from "kysely";
import { hasAbility } from "../../../contract/roles.ts";
import type { NeedSource } from "../needs/sources.ts";
import { undatedSource } from "../needs/undated.ts";

/** Customers with whom nothing about their data has been agreed. */
export const avvNeeds: NeedSource = undatedSource({
  name: "avv",
  tables: ["customers"],
  act: "create",
  isFor: ({ person }) => hasAbility(person.role, "editRecords"),
  found: () => sql`select id, title, sla_level as sla, null as detail, responsible_user_id, 0 as is_mine
    from customers where archived_at is null and status = 'active' and avv_status = 'missing'`,
  describe: ({ id }) => ({ note: "AVV fehlt", href: `/customers/${id}`, actHref: `/customers/${id}/edit` }),
});
