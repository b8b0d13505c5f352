import type { Kysely } from "kysely";

/** The links of the audit log's hash chain, which outlive the entries, and which key seals the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_links")
    .addColumn("no", "integer", (column) => column.primaryKey().notNull())
    .addColumn("change_id", "text", (column) => column.notNull().unique())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("entry_hash", "text", (column) => column.notNull())
    .addColumn("head", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sealing_keys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("rotated_at", "text", (column) => column.notNull())
    .execute();
}
