import { type Kysely, sql } from "kysely";

/**
 * Drafts are read by their author alone. A team has read its drafts so far and goes on doing so: they are „In Prüfung“
 * now. What was begun and never written stays a draft, its author's own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update pages set status = 'inReview'
    where status = 'draft' and (content_version > 0 or is_template = 1 or created_by_id is null
      or exists (select 1 from pages as child where child.parent_id = pages.id))`.execute(db);
  await sql`update pages set private_to_id = created_by_id
    where status = 'draft' and private_to_id is null`.execute(db);
  // What was changed last leaves drafts out: the index says which they are, so that no page is looked at.
  await db.schema.dropIndex("pages_updated_at").execute();
  await db.schema
    .createIndex("pages_updated_at")
    .on("pages")
    .columns(["archived_at", "updated_at", "id", "sort_title", "is_template"])
    .columns(["maintainers_only", "private_to_id", "status"])
    .execute();
}
