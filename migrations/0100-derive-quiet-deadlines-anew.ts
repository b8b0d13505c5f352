import { type Kysely, sql } from "kysely";

/**
 * Lets the next start derive all deadlines anew without telling anybody: what renews itself is quiet only once its last day
 * to cancel is known or somebody has decided. The nightly comparison would take it for a fault.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update job_runs set finished_at = null where name = 'deadlines'`.execute(db);
}
