import type { Role } from "../../contract/roles.ts";
import type { Db } from "./connection.ts";

/** A query over the people whose account is not deactivated; those invited who have not joined yet are among them. */
export const activeUsers = (db: Pick<Db, "selectFrom">) =>
  db.selectFrom("users").where("users.deactivatedAt", "is", null);

/** The admins who have joined and are active: whom the portal tells of its own troubles. */
export const listAdmins = (db: Pick<Db, "selectFrom">): Promise<{ id: string }[]> =>
  activeUsers(db).select("id").where("role", "=", "admin").where("joinedAt", "is not", null).execute();

/** Who looks after what nobody is responsible for: the maintainers, or the admins where there is none. */
export function fallbackAmong<Person extends { role: Role }>(people: readonly Person[]): readonly Person[] {
  const maintainers = people.filter(({ role }) => role === "maintainer");
  return maintainers.length > 0 ? maintainers : people.filter(({ role }) => role === "admin");
}
