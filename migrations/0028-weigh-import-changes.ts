import type { Kysely } from "kysely";

/** What the dry run of an import finds: how far its columns differ from what is stored, and values that stand for nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["effects_json", "unknown_json"])
    await db.schema
      .alterTable("imports")
      .addColumn(column, "text", (added) => added.notNull().defaultTo("[]"))
      .execute();
}
