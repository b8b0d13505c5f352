import type { Kysely } from "kysely";

/** What several people write into a page at once. The type `bytea` is Postgres's; SQLite keeps any bytes in it too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_states")
    .addColumn("page_id", "text", (column) => column.primaryKey().notNull().references("pages.id").onDelete("cascade"))
    .addColumn("state", "bytea", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("shown_number", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("page_updates")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("page_id", "text", (column) => column.notNull().references("pages.id").onDelete("cascade"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("data", "bytea", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("page_updates_number")
    .unique()
    .on("page_updates")
    .columns(["page_id", "number"])
    .execute();
  await db.schema.createIndex("page_updates_user_id").on("page_updates").columns(["user_id"]).execute();
}
