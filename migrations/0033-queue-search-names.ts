import type { Kysely } from "kysely";

/** Records whose new name has still to reach what is found by it, and how far it has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("search_queue")
    .addColumn("parent_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("after_number", "integer", (column) => column.notNull())
    .execute();
}
