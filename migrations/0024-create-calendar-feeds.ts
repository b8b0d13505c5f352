import type { Kysely } from "kysely";

/** Deadlines for the calendars of people: feeds behind addresses that nobody can guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("calendar_feeds")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("categories_json", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("renewed_at", "text")
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("calendar_feeds_user_id").on("calendar_feeds").column("user_id").execute();
}
