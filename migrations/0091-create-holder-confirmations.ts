import type { Kysely } from "kysely";

/** „Bitte prüfen Sie Ihre Inhaberdaten“: which domains somebody was asked about, and what came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("holder_confirmations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("customer_id", "text", (column) => column.notNull().references("customers.id").onDelete("cascade"))
    .addColumn("contact_id", "text", (column) => column.references("contacts.id").onDelete("set null"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("asked_by_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_on", "text", (column) => column.notNull())
    .addColumn("withdrawn_at", "text")
    .addColumn("answered_at", "text")
    .addColumn("answered_name", "text")
    .addColumn("answered_ip", "text")
    .execute();
  for (const column of ["customer_id", "contact_id", "asked_by_id"])
    await db.schema.createIndex(`holder_confirmations_${column}`).on("holder_confirmations").column(column).execute();
  await db.schema
    .createTable("holder_confirmation_items")
    .addColumn("holder_confirmation_id", "text", (column) =>
      column.notNull().references("holder_confirmations.id").onDelete("cascade"),
    )
    .addColumn("domain_id", "text", (column) => column.notNull().references("domains.id").onDelete("cascade"))
    .addColumn("answer", "text")
    .addColumn("correction", "text")
    .addPrimaryKeyConstraint("holder_confirmation_items_key", ["holder_confirmation_id", "domain_id"])
    .execute();
  await db.schema
    .createIndex("holder_confirmation_items_domain")
    .on("holder_confirmation_items")
    .column("domain_id")
    .execute();
}
