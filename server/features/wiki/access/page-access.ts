import { sql } from "kysely";
import { hasAbility, type Role } from "../../../../contract/roles.ts";
import type { PageAccess } from "../../../../contract/wiki/collab.ts";
import type { Db } from "../../../db/connection.ts";
import { readableBy } from "../../../records/readable.ts";

/** What a person may do with a page; undefined when there is no such page for them. */
export async function pageAccess(
  db: Db,
  person: { id: string; role: Role },
  pageId: string,
): Promise<PageAccess | undefined> {
  const page = await db
    .selectFrom("pages")
    .select("archivedAt")
    .where("id", "=", pageId)
    .where(readableBy("page", person, "pages") ?? sql<boolean>`1 = 1`)
    .executeTakeFirst();
  if (!page) return undefined;
  return page.archivedAt === null && hasAbility(person.role, "editRecords") ? "edit" : "read";
}
