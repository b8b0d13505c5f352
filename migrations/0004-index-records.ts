import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index saved_views_own on saved_views (record_type, owner_id, name) where scope = 'me'`.execute(
    db,
  );
  await sql`create unique index saved_views_shared on saved_views (record_type, name) where scope <> 'me'`.execute(db);
  await sql`create unique index saved_views_default on saved_views (record_type) where scope = 'default'`.execute(db);
}
