import type { Kysely } from "kysely";

/** Whether the undo of an import also takes back what its person alone has changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("imports")
    .addColumn("undoes_own_edits", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
