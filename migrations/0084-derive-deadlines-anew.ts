import { type Kysely, sql } from "kysely";

/**
 * Lets the next start derive all deadlines anew without telling anybody: what a contract brings in its term is no rounded
 * month times its months, and a domain or host that names nobody is looked after with its customer. The nightly comparison
 * would take both for faults.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update job_runs set finished_at = null where name = 'deadlines'`.execute(db);
}
