import type { Kysely } from "kysely";

/** What a dry run has found so far of names and values that nobody knows, so that it goes on where it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("import_findings")
    .addColumn("import_id", "text", (column) => column.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("field", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("row_count", "integer", (column) => column.notNull())
    .addColumn("first_at", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("import_findings_pk", ["import_id", "kind", "field", "name_key"])
    .execute();
}
