import type { Kysely } from "kysely";

/** What is asked of servers of others and when, the last answers, and what those say of domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lookups")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("error", "text")
    .addColumn("tried_at", "text")
    .addColumn("answered_at", "text")
    .addColumn("answer_json", "text")
    .addPrimaryKeyConstraint("lookups_key", ["kind", "target_id"] as never[])
    .execute();
  await db.schema.createIndex("lookups_due").on("lookups").columns(["due_at"]).execute();
  await db.schema
    .createTable("lookup_paces")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("next_at", "text", (column) => column.notNull())
    .execute();
  for (const column of ["moving_until", "mail", "registry_expires_at", "registry_status"])
    await db.schema.alterTable("domains").addColumn(column, "text").execute();
  await db.schema
    .alterTable("domains")
    .addColumn("dkim_selectors", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await db.schema.alterTable("domains").addColumn("transfer_lock", "integer").execute();
}
