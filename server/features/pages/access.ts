import type { PageAccess } from "../../../contract/collab.ts";
import { hasAbility, type Role } from "../../../contract/roles.ts";
import type { Db } from "../../db/connection.ts";

/** What a person may do with a page; undefined when there is no such page for them. */
export async function pageAccess(
  db: Db,
  person: { id: string; role: Role },
  pageId: string,
): Promise<PageAccess | undefined> {
  const page = await db
    .selectFrom("pages")
    .select(["archivedAt", "maintainersOnly", "privateToId"])
    .where("id", "=", pageId)
    .executeTakeFirst();
  if (!page) return undefined;
  if (page.privateToId !== null && page.privateToId !== person.id) return undefined;
  if (page.maintainersOnly === 1 && person.role !== "admin" && person.role !== "maintainer") return undefined;
  return page.archivedAt === null && hasAbility(person.role, "editRecords") ? "edit" : "read";
}
