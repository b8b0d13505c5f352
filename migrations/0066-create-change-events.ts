import type { Kysely } from "kysely";

/** What changed at websites, domains and hosts without anybody having changed it here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("change_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("part", "text")
    .addColumn("before_json", "text")
    .addColumn("after_json", "text")
    .addColumn("is_planned", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("change_events_target")
    .on("change_events")
    .columns(["target_type", "target_id", "at"])
    .execute();
  await db.schema.createIndex("change_events_at").on("change_events").column("at").execute();
}
