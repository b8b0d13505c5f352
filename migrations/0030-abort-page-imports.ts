import { type Kysely, sql } from "kysely";

/** Imports of pages that broke off are aborted, as those of tables are; so far they counted as finished. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update page_imports set state = 'aborted' where state = 'finished' and problem is not null`.execute(db);
}
