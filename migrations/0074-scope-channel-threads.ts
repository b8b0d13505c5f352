import type { Kysely } from "kysely";

/** Of which customers alone a channel has heard about a topic. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("channel_threads").addColumn("customers_json", "text").execute();
}
