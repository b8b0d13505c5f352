import type { Kysely } from "kysely";

/** What forms have created under an id of their own, so that what is sent again is not created twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("creations")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("creation_id", "text", (column) => column.notNull())
    .addColumn("record_type", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("creations_key", ["user_id", "creation_id"] as never[])
    .execute();
  await db.schema.createIndex("creations_at").on("creations").column("at").execute();
}
