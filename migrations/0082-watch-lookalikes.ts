import type { Kysely } from "kysely";

/** Registered names that look like a domain, and whether the portal looks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lookalikes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("domain_id", "text", (column) => column.notNull().references("domains.id").onDelete("cascade"))
    .addColumn("name_ace", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("first_seen_at", "text", (column) => column.notNull())
    .addColumn("gone_at", "text")
    .addColumn("addresses_json", "text", (column) => column.notNull())
    .addColumn("has_mail", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("lookalikes_once").on("lookalikes").columns(["domain_id", "name_ace"]).unique().execute();
  await db.schema
    .alterTable("domains")
    .addColumn("watches_lookalikes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
