import { type Kysely, sql } from "kysely";

/** Pictures that somebody asked for come first, and pages that are to be reviewed are few: both are found however many others there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index previews_asked on previews (due_at) where asked_at is not null`.execute(db);
  await sql`create index pages_review on pages (review_at) where review_at is not null`.execute(db);
}
