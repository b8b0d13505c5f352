import type { Kysely } from "kysely";

/** What the status pages of providers say, until they say that it is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("provider_notices")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("provider_id", "text", (column) => column.notNull().references("providers.id").onDelete("cascade"))
    .addColumn("external_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("url", "text")
    .addColumn("begins_at", "text", (column) => column.notNull())
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .execute();
  await db.schema
    .createIndex("provider_notices_once")
    .on("provider_notices")
    .columns(["provider_id", "external_id"])
    .unique()
    .execute();
}
