import type { Kysely } from "kysely";

/** What people have to do, what lists of it begin with, who takes care of something, and which chats ask a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("target_type", "text")
    .addColumn("target_id", "text")
    .addColumn("assignee_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("assignee_group", "text")
    .addColumn("due_on", "text")
    .addColumn("recurrence", "text")
    .addColumn("recurrence_start", "text")
    .addColumn("previous_id", "text")
    .addColumn("checklist_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("snoozed_until", "text")
    .addColumn("state", "text", (column) => column.notNull().defaultTo("open"))
    .addColumn("done_at", "text")
    .addColumn("done_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("tasks_state").on("tasks").columns(["state", "due_on"]).execute();
  await db.schema.createIndex("tasks_assignee").on("tasks").columns(["assignee_user_id", "state"]).execute();
  await db.schema.createIndex("tasks_target").on("tasks").columns(["target_type", "target_id"]).execute();
  // Two who complete a task at once make one that follows it.
  await db.schema.createIndex("tasks_previous_id").on("tasks").column("previous_id").unique().execute();

  await db.schema
    .createTable("task_templates")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("checklist_json", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();

  await db.schema
    .createTable("claims")
    .addColumn("subject_type", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("claimed_at", "text", (column) => column.notNull())
    .addColumn("last_sign_at", "text", (column) => column.notNull())
    .addColumn("asked_at", "text")
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("claims_key", ["subject_type", "subject_id"] as never[])
    .execute();
  await db.schema.createIndex("claims_user_id").on("claims").column("user_id").execute();
  await db.schema.createIndex("claims_ends_at").on("claims").column("ends_at").execute();

  await db.schema.alterTable("chats").addColumn("asked_at", "text").execute();
}
