import type { Kysely } from "kysely";

/** Imports of wiki pages, and the words of files that hang on pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_imports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("files_json", "text", (column) => column.notNull())
    .addColumn("pages_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("parent_id", "text")
    .addColumn("unused", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("problem", "text")
    .addColumn("undo_json", "text")
    .addColumn("created_by_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .execute();
  await db.schema
    .createIndex("page_imports_created_by")
    .on("page_imports")
    .columns(["created_by_id", "created_at"])
    .execute();
  await db.schema
    .createTable("file_words")
    .addColumn("key", "text", (column) => column.primaryKey().notNull().references("files.key").onDelete("cascade"))
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("is_read", "integer", (column) => column.notNull())
    .execute();
}
