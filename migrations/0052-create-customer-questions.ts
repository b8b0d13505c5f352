import type { Kysely } from "kysely";

/** „Kunden fragen“: which questions went to which contact, and what came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("customer_questions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("reminder_token_hash", "text", (column) => column.unique())
    .addColumn("customer_id", "text", (column) => column.notNull().references("customers.id").onDelete("cascade"))
    .addColumn("contact_id", "text", (column) => column.references("contacts.id").onDelete("set null"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("asked_by_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("answer_by", "text", (column) => column.notNull())
    .addColumn("expires_on", "text", (column) => column.notNull())
    .addColumn("reminded_at", "text")
    .addColumn("withdrawn_at", "text")
    .addColumn("answered_at", "text")
    .addColumn("answered_name", "text")
    .addColumn("answered_ip", "text")
    .execute();
  for (const column of ["customer_id", "contact_id", "asked_by_id"])
    await db.schema.createIndex(`customer_questions_${column}`).on("customer_questions").column(column).execute();
  await db.schema
    .createTable("customer_question_items")
    .addColumn("question_id", "text", (column) =>
      column.notNull().references("customer_questions.id").onDelete("cascade"),
    )
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("due_on", "text", (column) => column.notNull())
    .addColumn("cancel_by", "text")
    .addColumn("decision", "text")
    .addPrimaryKeyConstraint("customer_question_items_key", ["question_id", "target_type", "target_id"] as never[])
    .execute();
  await db.schema
    .createIndex("customer_question_items_target")
    .on("customer_question_items")
    .columns(["target_type", "target_id"])
    .execute();
}
