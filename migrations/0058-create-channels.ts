import { type Kysely, sql } from "kysely";

/** Rooms and devices that messages leave for, the rules by which they do, and what was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createChannels(db);
  await createDeliveries(db);
  await sql`update job_runs set name = 'old-deliveries' where name = 'old-webhook-deliveries'`.execute(db);
}

async function createChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channels")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("service", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("values_json", "text", (column) => column.notNull())
    .addColumn("sealed_secrets", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("quiet_json", "text", (column) => column.notNull())
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("channels_user_id").on("channels").column("user_id").execute();
  await db.schema
    .createTable("channel_rules")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("categories_json", "text", (column) => column.notNull())
    .addColumn("min_severity", "text", (column) => column.notNull())
    .addColumn("customers_json", "text", (column) => column.notNull())
    .addColumn("times", "text", (column) => column.notNull())
    .addColumn("from_time", "text", (column) => column.notNull())
    .addColumn("to_time", "text", (column) => column.notNull())
    .addColumn("channel_id", "text", (column) => column.references("channels.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("channel_rules_channel_id").on("channel_rules").column("channel_id").execute();
  await db.schema.createIndex("channel_rules_user_id").on("channel_rules").column("user_id").execute();
  await db.schema
    .createTable("channel_threads")
    .addColumn("channel_id", "text", (column) => column.notNull().references("channels.id").onDelete("cascade"))
    .addColumn("topic_key", "text", (column) => column.notNull())
    .addColumn("remote_json", "text")
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("channel_threads_key", ["topic_key", "channel_id"])
    .execute();
  await db.schema.createIndex("channel_threads_channel_id").on("channel_threads").column("channel_id").execute();
  await db.schema
    .createTable("push_subscriptions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("endpoint_hash", "text", (column) => column.notNull().unique())
    .addColumn("sealed_subscription", "text", (column) => column.notNull())
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_delivered_at", "text")
    .execute();
  await db.schema.createIndex("push_subscriptions_user_id").on("push_subscriptions").column("user_id").execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("channel_id", "text", (column) => column.references("channels.id").onDelete("cascade"))
    .addColumn("subscription_id", "text", (column) => column.references("push_subscriptions.id").onDelete("cascade"))
    .addColumn("notification_id", "text", (column) => column.references("notifications.id").onDelete("set null"))
    .addColumn("topic_key", "text")
    .addColumn("content_json", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("claimed_by", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("delivered_at", "text")
    .addColumn("status", "integer")
    .addColumn("duration_ms", "integer")
    .addColumn("error", "text")
    .addColumn("answer", "text")
    .execute();
  await db.schema
    .createIndex("channel_deliveries_due")
    .on("channel_deliveries")
    .columns(["state", "next_attempt_at", "id"])
    .execute();
  await db.schema
    .createIndex("channel_deliveries_log")
    .on("channel_deliveries")
    .columns(["channel_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("channel_deliveries_subscription_id")
    .on("channel_deliveries")
    .column("subscription_id")
    .execute();
  await db.schema
    .createIndex("channel_deliveries_notification_id")
    .on("channel_deliveries")
    .column("notification_id")
    .execute();
}
