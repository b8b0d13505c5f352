import type { Kysely } from "kysely";

/** Exports of everything that the portal holds; the archive itself lies beside the database for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("whole_exports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("total", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("size", "integer")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addColumn("started_by_id", "text", (column) => column.notNull().references("users.id"))
    .execute();
}
