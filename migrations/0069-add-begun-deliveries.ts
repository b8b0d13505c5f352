import type { Kysely } from "kysely";

/** When a delivery was sent off without an answer so far: whether it has arrived is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("channel_deliveries").addColumn("begun_at", "text").execute();
}
