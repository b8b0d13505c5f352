import { type Kysely, sql } from "kysely";

/**
 * The dashboard adds up what is open by its day from the first of these alone, without a look at the rows themselves, and
 * customers of a service level are known without looking through all of them. One kind is found by its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index deadlines_due on deadlines (due_on, kind, archived, target_type, target_id, customer_id,
    responsible_user_id, concerned_user_id, asks_until, cancel_by, id) where state = 'open'`.execute(db);
  await sql`create index deadlines_kind on deadlines (kind, state, due_on)`.execute(db);
  await sql`create index customers_level on customers (sla_level, id)`.execute(db);
}
