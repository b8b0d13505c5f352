import { type Kysely, sql } from "kysely";

/** Keeps what a lookup was about: a record whose address has changed since is asked about anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("lookups")
    .addColumn("subject", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update lookups set subject = coalesce((select name_ace from domains where id = target_id), '')`.execute(db);
  await db.schema.dropIndex("lookups_due").execute();
  await db.schema.createIndex("lookups_due").on("lookups").columns(["kind", "due_at"]).execute();
  await db.schema.createIndex("lookups_target").on("lookups").columns(["target_id"]).execute();
}
