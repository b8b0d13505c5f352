import { type Kysely, sql } from "kysely";

/** What owners of pages were told on the day of a review counts as its reminder on that day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into reminders (deadline_id, counted_on, lead, user_id, sent_on)
    select d.id, d.due_on, 0, p.responsible_user_id, d.due_on
    from pages as p join deadlines as d on d.target_type = 'page' and d.target_id = p.id and d.kind = 'wikiReview'
      and d.state = 'open' and d.due_on = p.review_told_for
    where p.responsible_user_id is not null
    on conflict do nothing`.execute(db);
  await sql`alter table pages drop column review_told_for`.execute(db);
  await sql`delete from job_runs where name = 'due-page-reviews'`.execute(db);
}
