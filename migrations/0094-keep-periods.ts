import { type Kysely, sql } from "kysely";

/**
 * The periods of a term are a history: what was agreed and decided is never changed, whatever writes to the database, and
 * goes only with its record. Who decided and why may be taken out, for people have a right to that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger terms_never_change
    before update of id, target_type, target_id, from_on, to_on, cancel_by, anchor_on, anchor_months, price_cents,
      cost_cents, certainty, source, outcome, decision, effective_on, decided_at, created_at on terms
    begin
      select raise(abort, 'periods of terms are never changed');
    end`.execute(db);
  await sql`create trigger terms_go_with_their_record
    before delete on terms
    when exists (select 1 from contracts where old.target_type = 'contract' and id = old.target_id)
      or exists (select 1 from domains where old.target_type = 'domain' and id = old.target_id)
      or exists (select 1 from hosts where old.target_type = 'host' and id = old.target_id)
      or exists (select 1 from devices where old.target_type = 'device' and id = old.target_id)
    begin
      select raise(abort, 'periods of terms go with their record');
    end`.execute(db);
}
