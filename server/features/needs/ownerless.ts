import { sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { NeedSource } from "./sources.ts";
import { undatedSource } from "./undated.ts";

/** What falls back on nobody; domains, hosts and contracts fall back on whoever looks after their customer. */
const types = ["customer", "website"] as const;

/** Records that nobody is responsible for: one row for each type, since a list hands them all on at once. */
export const ownerlessNeeds: NeedSource = undatedSource({
  name: "ownerless",
  tables: types.map((type) => `${type}s`),
  act: "assign",
  isFor: ({ person }) => hasAbility(person.role, "editRecords"),
  found: () => {
    const each = types.map(
      (type) => sql`select ${type} as id, ${declarationOf(type).labels.many} as title, null as sla,
        count(*) as detail, null as responsible_user_id, 0 as is_mine
      from ${sql.table(`${type}s`)} where archived_at is null and responsible_user_id is null having count(*) > 0`,
    );
    return sql.join(each, sql` union all `);
  },
  describe: ({ id, detail }) => {
    const type = types.find((one) => one === id) ?? "website";
    const href = `${declarationOf(type).path}?f[responsibleUserId]=missing`;
    return { note: `${detail} ohne verantwortliche Person`, href, actHref: href };
  },
});
