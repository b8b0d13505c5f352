import { type Kysely, sql } from "kysely";

/** What lived on the page of another record is found there after it is gone, by its first and its last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index changes_children on changes (kind, subject_id)
    where kind in ('contact.deleted', 'contract.deleted', 'contractItem.deleted', 'contractItem.created')`.execute(db);
}
