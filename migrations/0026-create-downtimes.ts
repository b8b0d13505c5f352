import type { Kysely } from "kysely";

/** When no portal ran on this database: what came to lie in the store meanwhile is not its to judge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("downtimes")
    .addColumn("from_at", "text", (column) => column.primaryKey().notNull())
    .addColumn("until_at", "text", (column) => column.notNull())
    .execute();
}
