import type { Kysely } from "kysely";

/** A check box of a wiki page can stand for a task: how it was ticked when both were last the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tasks").addColumn("box_ticked", "integer").execute();
}
