import type { Kysely } from "kysely";

/** A run that an admin has ended keeps its claim until its process is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("backup_runs").addColumn("cancelled_at", "text").execute();
}
