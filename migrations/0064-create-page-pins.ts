import type { Kysely } from "kysely";

/** Which pages of the wiki help with what: a provider, a system, a kind of host, a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_pins")
    .addColumn("page_id", "text", (column) => column.notNull().references("pages.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addPrimaryKeyConstraint("page_pins_key", ["kind", "value", "page_id"] as never[])
    .execute();
  await db.schema.createIndex("page_pins_page_id").on("page_pins").column("page_id").execute();
  await db.schema.createIndex("page_pins_created_by_id").on("page_pins").column("created_by_id").execute();
}
