import type { Kysely } from "kysely";

/** How the portal was doing, every few minutes for a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("system_samples")
    .addColumn("at", "text", (column) => column.primaryKey().notNull())
    .addColumn("values_json", "text", (column) => column.notNull())
    .execute();
}
