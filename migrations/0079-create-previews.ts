import type { Kysely } from "kysely";

/** Pictures of websites: which one is due when, the last good one, and those that are kept for comparison. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("previews")
    .addColumn("website_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("asked_at", "text")
    .addColumn("asked_by_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("error", "text")
    .addColumn("tried_at", "text")
    .addColumn("taken_at", "text")
    .addColumn("desktop_key", "text")
    .addColumn("mobile_key", "text")
    .addColumn("look", "text")
    .execute();
  await db.schema.createIndex("previews_due").on("previews").columns(["due_at"]).execute();
  await db.schema
    .createTable("preview_pictures")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("website_id", "text", (column) => column.notNull())
    .addColumn("taken_at", "text", (column) => column.notNull())
    .addColumn("desktop_key", "text", (column) => column.notNull())
    .addColumn("mobile_key", "text")
    .addColumn("distance", "real")
    .execute();
  await db.schema
    .createIndex("preview_pictures_website")
    .on("preview_pictures")
    .columns(["website_id", "taken_at"])
    .execute();
}
