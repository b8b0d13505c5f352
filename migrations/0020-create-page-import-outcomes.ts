import type { Kysely } from "kysely";

/** What became of each page of an import that is under way, committed together with the page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_import_outcomes")
    .addColumn("import_id", "text", (column) => column.notNull().references("page_imports.id").onDelete("cascade"))
    .addColumn("page_index", "integer", (column) => column.notNull())
    .addColumn("outcome_json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("page_import_outcomes_pk", ["import_id", "page_index"])
    .execute();
}
