import { type Kysely, sql } from "kysely";

/** Erasures of contacts and holders of domains stand beside those of accounts; none of them says who it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("erasures").renameTo("former_erasures").execute();
  await db.schema
    .createTable("erasures")
    .addColumn("subject_type", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.references("users.id"))
    .addPrimaryKeyConstraint("erasures_subject", ["subject_type", "subject_id"])
    .execute();
  await sql`insert into erasures (subject_type, subject_id, at, by_id)
    select 'user', user_id, at, by_id from former_erasures`.execute(db);
  await db.schema.dropTable("former_erasures").execute();
}
