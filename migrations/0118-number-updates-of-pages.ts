import type { Kysely } from "kysely";

/**
 * The number of the last update of each page, for an engine with several writers: apart from `page_states`, so that whoever
 * stores never waits for whoever shows or compacts. A page without a row begins behind its last update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_sequences")
    .addColumn("page_id", "text", (column) => column.primaryKey().notNull().references("pages.id").onDelete("cascade"))
    .addColumn("last_number", "integer", (column) => column.notNull())
    .execute();
}
