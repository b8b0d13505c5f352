import type { Kysely } from "kysely";

/** Records that were merged into others: their ids go on leading there, and for some days it can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("merges")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("record_type", "text", (column) => column.notNull())
    .addColumn("merged_id", "text", (column) => column.notNull())
    .addColumn("survivor_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.references("users.id"))
    .addColumn("undo_json", "text")
    .addColumn("undone_at", "text")
    .execute();
  await db.schema.createIndex("merges_merged").on("merges").columns(["merged_id", "undone_at"]).execute();
  await db.schema.createIndex("merges_survivor").on("merges").columns(["survivor_id", "undone_at"]).execute();
}
