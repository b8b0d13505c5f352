import type { ImportTable } from "../../db/tables/imports.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

type Asking = Pick<PersonContext, "db" | "person">;

/** An import that this person may see; throws not_found for all others. Imports are their maker's; admins see all. */
export async function findImport({ db, person }: Asking, id: string): Promise<ImportTable> {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (person.role !== "admin" && row.createdById !== person.id)) throw notFound();
  return row;
}
