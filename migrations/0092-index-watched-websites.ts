import { type Kysely, sql } from "kysely";

/**
 * The dashboard counts what is watched, and names the slowest, each time it is shown: both are read along one narrow
 * index instead of whole rows, and so are certificates that need somebody. The condition and the order of the columns
 * keep other queries from taking these for the index of their customer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index websites_watched on websites (lifecycle, response_time_ms, status, archived_at)
    where archived_at is null and status in ('online', 'degraded', 'offline')`.execute(db);
  await sql`create index websites_certificates on websites (certificate_level, archived_at)`.execute(db);
}
