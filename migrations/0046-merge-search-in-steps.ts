import { type Kysely, sql } from "kysely";

/**
 * The index of the search merged its segments within the commits that happened to fill them, for up to half a second.
 * From now on it is merged in steps of its own; the limit is for a portal that does not come to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into search_fts (search_fts, rank) values ('automerge', 0)`.execute(db);
  await sql`insert into search_fts (search_fts, rank) values ('crisismerge', 500)`.execute(db);
}
