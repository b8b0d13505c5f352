import type { Kysely } from "kysely";

/** Status pages of customers and walls of the office, which are read without a session; and the sign of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("status_pages")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("customer_id", "text", (column) => column.references("customers.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("renewed_at", "text")
    .execute();
  for (const column of ["customer_id", "created_by_id"])
    await db.schema.createIndex(`status_pages_${column}`).on("status_pages").column(column).execute();
  await db.schema
    .createTable("status_page_websites")
    .addColumn("page_id", "text", (column) => column.notNull().references("status_pages.id").onDelete("cascade"))
    .addColumn("website_id", "text", (column) => column.notNull().references("websites.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("status_page_websites_key", ["page_id", "website_id"] as never[])
    .execute();
  await db.schema.createIndex("status_page_websites_website").on("status_page_websites").column("website_id").execute();
  await db.schema.alterTable("customers").addColumn("logo_key", "text").execute();
}
