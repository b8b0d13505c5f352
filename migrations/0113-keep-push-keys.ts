import type { Kysely } from "kysely";

/** The key that browsers have subscribed for, so that it outlives a rotation of the installation's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("push_keys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("sealed_private_key", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
}
