import type { Kysely } from "kysely";

/** What registries answered, without people, and the last list of their servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("registry_answers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("domain_id", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("first_seen_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("registry_answers_of_domain")
    .on("registry_answers")
    .columns(["domain_id", "id"])
    .execute();
  await db.schema.createIndex("registry_answers_by_age").on("registry_answers").columns(["last_seen_at"]).execute();
  await db.schema
    .createTable("registry_lists")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("body", "text")
    .addColumn("etag", "text")
    .addColumn("fetched_at", "text")
    .addColumn("error", "text")
    .execute();
}
