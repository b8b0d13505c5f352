import { type Kysely, sql } from "kysely";

/**
 * The bell counts what is unread in it on every page, and its panel all that is in it: an index of just those rows holds
 * everything that a count asks for, where the former ones led to each row to see whether it is in the bell.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("notifications_unread").execute();
  await sql`create index notifications_unread on notifications (for_user_id, created_at, id)
    where read_at is null and in_bell = 1 and snoozed_until is null`.execute(db);
  await sql`create index notifications_bell on notifications (for_user_id, created_at, id)
    where in_bell = 1 and snoozed_until is null`.execute(db);
}
