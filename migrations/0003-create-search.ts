import { type Kysely, sql } from "kysely";

/**
 * What records are found by. On Postgres the documents are the same, and a GIN index over their texts with
 * `gin_trgm_ops` of pg_trgm takes the place of the virtual table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("search_documents")
    .addColumn("number", "integer", (column) => column.primaryKey().notNull())
    .addColumn("record_type", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull().unique())
    .addColumn("parent_id", "text")
    .addColumn("archived", "integer", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("context", "text", (column) => column.notNull())
    .addColumn("restricted", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("search_documents_parent").on("search_documents").column("parent_id").execute();
  // The tokens are made by the server; the table keeps neither them nor their places.
  await sql`create virtual table search_fts using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '='"
  )`.execute(db);
}
