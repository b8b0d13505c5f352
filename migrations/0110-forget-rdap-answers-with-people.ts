import { type Kysely, sql } from "kysely";

/**
 * Answers by RDAP, which are JSON, were kept with whatever a registry adds about people. The next look keeps one without;
 * those by WHOIS, which are lines of text, stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from registry_answers where body like '{%'`.execute(db);
}
