import type { Kysely } from "kysely";

/** Other programs that want to be told, and what was told to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("events_json", "text", (column) => column.notNull())
    .addColumn("sealed_secret", "text", (column) => column.notNull())
    .addColumn("former_secret", "text")
    .addColumn("former_until", "text")
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("disabled_reason", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("webhook_id", "text", (column) => column.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("delivered_at", "text")
    .addColumn("status", "integer")
    .addColumn("duration_ms", "integer")
    .addColumn("error", "text")
    .addColumn("answer", "text")
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .columns(["state", "next_attempt_at", "id"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_log")
    .on("webhook_deliveries")
    .columns(["webhook_id", "created_at"])
    .execute();
}
