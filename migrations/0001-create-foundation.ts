import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("phone", "text")
    .addColumn("position", "text")
    .addColumn("image_key", "text")
    .addColumn("password_hash", "text")
    .addColumn("muted_events", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("joined_at", "text")
    .addColumn("deactivated_at", "text")
    .addColumn("last_seen_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("user_agent", "text")
    .addColumn("ip", "text")
    .addColumn("data_json", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();

  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().unique().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("invited_by_id", "text", (column) => column.references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sign_in_failures")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("failed_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sign_in_failures_subject")
    .on("sign_in_failures")
    .columns(["subject", "failed_at"])
    .execute();

  await db.schema
    .createTable("notifications")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("for_user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("category", "text", (column) => column.notNull())
    .addColumn("link", "text")
    .addColumn("actor_id", "text", (column) => column.references("users.id"))
    .addColumn("read_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("notifications_for_user")
    .on("notifications")
    .columns(["for_user_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("notifications_unread")
    .on("notifications")
    .columns(["for_user_id", "read_at", "created_at", "id"])
    .execute();

  await db.schema
    .createTable("changes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject_type", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.references("users.id"))
    .addColumn("before_json", "text")
    .addColumn("after_json", "text")
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("changes_subject").on("changes").columns(["subject_type", "subject_id", "at"]).execute();

  await db.schema
    .createTable("files")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("filename", "text", (column) => column.notNull())
    .addColumn("mime_type", "text", (column) => column.notNull())
    .addColumn("size", "integer")
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("received_at", "text")
    .addColumn("checked_at", "text")
    .addColumn("confirmed_at", "text")
    .addColumn("owner", "text")
    .execute();
  await db.schema.createIndex("files_owner").on("files").columns(["owner", "created_at"]).execute();
  await db.schema.createIndex("files_open").on("files").columns(["created_by_id", "owner"]).execute();

  await db.schema
    .createTable("job_runs")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addColumn("error", "text")
    .execute();
}
