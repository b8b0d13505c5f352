import { type Kysely, sql } from "kysely";

/** The periods of a term are a history: what was agreed and decided is never changed, and goes only with its record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_changed_terms() returns trigger language plpgsql as $$
    begin
      raise exception 'periods of terms are never changed' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`create trigger terms_never_change
    before update of id, target_type, target_id, from_on, to_on, cancel_by, anchor_on, anchor_months, price_cents,
      cost_cents, certainty, source, outcome, decision, effective_on, decided_at, created_at on terms
    for each row execute function refuse_changed_terms()`.execute(db);
  await sql`create function refuse_lost_terms() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from contracts where old.target_type = 'contract' and id = old.target_id)
        or exists (select 1 from domains where old.target_type = 'domain' and id = old.target_id)
        or exists (select 1 from hosts where old.target_type = 'host' and id = old.target_id)
        or exists (select 1 from devices where old.target_type = 'device' and id = old.target_id)
      then
        raise exception 'periods of terms go with their record' using errcode = 'restrict_violation';
      end if;
      return old;
    end $$`.execute(db);
  await sql`create trigger terms_go_with_their_record
    before delete on terms for each row execute function refuse_lost_terms()`.execute(db);
}
