import { type Kysely, sql } from "kysely";

/** When each job last ended well stays known while later runs fail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job_runs").addColumn("succeeded_at", "text").execute();
  await sql`update job_runs set succeeded_at = finished_at where error is null`.execute(db);
}
