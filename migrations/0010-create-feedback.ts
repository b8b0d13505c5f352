import type { Kysely } from "kysely";

/** What people wish, ask and report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("feedback")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sort_title", "text", (column) => column.notNull())
    .addColumn("archived_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .addColumn("number", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("area", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull().defaultTo("new"))
    .addColumn("description", "text")
    .addColumn("website_id", "text", (column) => column.references("websites.id").onDelete("set null"))
    .addColumn("customer_id", "text", (column) => column.references("customers.id").onDelete("set null"))
    .addColumn("page_id", "text", (column) => column.references("pages.id").onDelete("set null"))
    .addColumn("priority", "text")
    .addColumn("assignee_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("due_at", "text")
    .addColumn("effort", "text")
    .addColumn("author_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("last_activity_at", "text")
    .addColumn("answer", "text")
    .addColumn("duplicate_of_id", "text", (column) => column.references("feedback.id").onDelete("set null"))
    .addColumn("released_in", "text")
    .addColumn("reason", "text")
    .addColumn("done_at", "text")
    .execute();
  await db.schema.createIndex("feedback_list").on("feedback").columns(["archived_at", "sort_title", "id"]).execute();
  await db.schema.createIndex("feedback_status").on("feedback").columns(["status", "archived_at"]).execute();
  await db.schema.createIndex("feedback_website_id").on("feedback").columns(["website_id"]).execute();
  await db.schema.createIndex("feedback_customer_id").on("feedback").columns(["customer_id"]).execute();
  await db.schema.createIndex("feedback_page_id").on("feedback").columns(["page_id"]).execute();
  await db.schema.createIndex("feedback_assignee_id").on("feedback").columns(["assignee_id"]).execute();
  await db.schema.createIndex("feedback_author_id").on("feedback").columns(["author_id"]).execute();
  await db.schema.createIndex("feedback_duplicate_of_id").on("feedback").columns(["duplicate_of_id"]).execute();

  for (const table of ["feedback_votes", "feedback_followers"]) {
    await db.schema
      .createTable(table)
      .addColumn("feedback_id", "text", (column) => column.notNull().references("feedback.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ["feedback_id", "user_id"])
      .execute();
    await db.schema.createIndex(`${table}_user_id`).on(table).columns(["user_id"]).execute();
  }
  await db.schema
    .createTable("feedback_contexts")
    .addColumn("feedback_id", "text", (column) =>
      column.primaryKey().notNull().references("feedback.id").onDelete("cascade"),
    )
    .addColumn("context_json", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("feedback_comments")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("feedback_id", "text", (column) => column.notNull().references("feedback.id").onDelete("cascade"))
    .addColumn("author_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("internal", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("mentions_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .execute();
  await db.schema
    .createIndex("feedback_comments_feedback_id")
    .on("feedback_comments")
    .columns(["feedback_id", "created_at"])
    .execute();
  await db.schema.createIndex("feedback_comments_author_id").on("feedback_comments").columns(["author_id"]).execute();
}
