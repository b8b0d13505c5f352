import type { Kysely } from "kysely";

/** Until when people do not want to see what asks for something without being a deadline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("need_snoozes")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("need_snoozes_key", ["user_id", "source", "subject_id"])
    .execute();
}
