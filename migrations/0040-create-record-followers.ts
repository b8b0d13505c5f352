import type { Kysely } from "kysely";

/** Who follows which website, domain or host. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("record_followers")
    .addColumn("record_type", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("record_followers_key", ["record_type", "record_id", "user_id"] as never[])
    .execute();
  await db.schema.createIndex("record_followers_user_id").on("record_followers").column("user_id").execute();
}
