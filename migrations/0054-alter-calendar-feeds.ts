import type { Kysely } from "kysely";

/** Feeds of a customer or a team, and alarms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("calendar_feeds").addColumn("team", "text").execute();
  await db.schema
    .alterTable("calendar_feeds")
    .addColumn("customer_id", "text", (column) => column.references("customers.id").onDelete("set null"))
    .execute();
  await db.schema.alterTable("calendar_feeds").addColumn("alarm_days", "integer").execute();
  await db.schema.createIndex("calendar_feeds_customer_id").on("calendar_feeds").column("customer_id").execute();
}
