import { type Kysely, sql } from "kysely";

/** No API token lives for ever: those without an end get the longest life of a new one from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString();
  await sql`update api_tokens set expires_at = ${inAYear} where expires_at is null`.execute(db);
}
