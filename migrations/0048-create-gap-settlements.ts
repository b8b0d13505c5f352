import type { Kysely } from "kysely";

/** Which contract gaps somebody has settled, by the facts that they saw. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("gap_settlements")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject_type", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("facts", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("settled_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("settled_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("gap_settlements_key", ["kind", "subject_type", "subject_id"] as never[])
    .execute();
  await db.schema.createIndex("gap_settlements_settled_by_id").on("gap_settlements").column("settled_by_id").execute();
}
