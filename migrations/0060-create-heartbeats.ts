import type { Kysely } from "kysely";

/** What reports by itself, and how full hosts are by their own word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("heartbeats")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("check_id", "text", (column) => column.notNull().references("checks.id").onDelete("cascade"))
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("every_s", "integer", (column) => column.notNull())
    .addColumn("grace_s", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("renewed_at", "text")
    .addColumn("last_at", "text")
    .addColumn("is_down", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("message", "text")
    .addColumn("ping_ms", "integer")
    .addColumn("usage_json", "text")
    .execute();
  await db.schema.createIndex("heartbeats_check_id").on("heartbeats").column("check_id").execute();
  await db.schema.createIndex("heartbeats_target").on("heartbeats").columns(["target_type", "target_id"]).execute();
  await db.schema.alterTable("hosts").addColumn("usage", "integer").execute();
}
