import type { Role } from "../../contract/roles.ts";
import { activeUsers } from "../db/active-users.ts";
import type { Db } from "../db/connection.ts";
import { mustEnrol, ruleColumn } from "./second-factor-rule.ts";

/**
 * A person as they may enter right now, with the role that they have by now; undefined for those who may not, also for
 * want of a second factor that they must have.
 */
export async function findActiveUser(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; role: Role } | undefined> {
  const row = await activeUsers(db)
    .select(["id", "name", "role"])
    .select(ruleColumn)
    .where("id", "=", userId)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { ruleJson, ...person } = row;
  return (await mustEnrol(db, { ...person, method: null, ruleJson })) ? undefined : person;
}
