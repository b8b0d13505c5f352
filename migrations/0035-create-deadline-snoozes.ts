import type { Kysely } from "kysely";

/** Who wants to see a deadline later, and when; each person for themself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deadline_snoozes")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("deadline_snoozes_key", ["user_id", "kind", "record_id"])
    .execute();
}
