import { type Kysely, sql } from "kysely";

/** What records are found by; a table with an inverted index takes the place of SQLite's virtual one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("search_documents")
    .addColumn("number", "integer", (column) => column.generatedByDefaultAsIdentity().primaryKey())
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
  // The tokens are made by the server, and read as the lexemes that they are.
  await db.schema
    .createTable("search_fts")
    .addColumn("rowid", "integer", (column) => column.primaryKey().notNull())
    .addColumn("tokens", sql`tsvector`, (column) => column.notNull())
    .execute();
  await sql`create index search_fts_tokens on search_fts using gin (tokens)`.execute(db);
}
