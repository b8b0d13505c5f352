import type { Kysely } from "kysely";

/** An import of pages says which files it leaves out, not just how many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("page_imports")
    .addColumn("left_out_json", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
