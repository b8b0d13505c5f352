import type { Kysely } from "kysely";

/** Ways to ask registrars, and what they said of the domains of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("registrar_connections")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("registrar_account_id", "text", (column) =>
      column.notNull().unique().references("registrar_accounts.id").onDelete("cascade"),
    )
    .addColumn("service", "text", (column) => column.notNull())
    .addColumn("values_json", "text", (column) => column.notNull())
    .addColumn("sealed_secrets", "text", (column) => column.notNull())
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("tried_at", "text")
    .addColumn("succeeded_at", "text")
    .addColumn("error", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("registrar_domains")
    .addColumn("registrar_connection_id", "text", (column) =>
      column.notNull().references("registrar_connections.id").onDelete("cascade"),
    )
    .addColumn("name_ace", "text", (column) => column.notNull())
    .addColumn("is_zone", "integer", (column) => column.notNull())
    .addColumn("answer_json", "text")
    .addColumn("problem", "text")
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("registrar_domains_once", ["registrar_connection_id", "name_ace"])
    .execute();
  await db.schema.createIndex("registrar_domains_name").on("registrar_domains").column("name_ace").execute();
}
