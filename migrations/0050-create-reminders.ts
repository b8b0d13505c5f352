import type { Kysely } from "kysely";

/** Which reminder of which deadline went to whom, once for each day that it counts down to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reminders")
    .addColumn("deadline_id", "text", (column) => column.notNull().references("deadlines.id").onDelete("cascade"))
    .addColumn("counted_on", "text", (column) => column.notNull())
    .addColumn("lead", "integer", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("sent_on", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reminders_key", ["deadline_id", "counted_on", "user_id", "lead"])
    .execute();
  await db.schema.createIndex("reminders_user_id").on("reminders").column("user_id").execute();
  await db.schema
    .alterTable("job_runs")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("job_runs").addColumn("told_at", "text").execute();
}
