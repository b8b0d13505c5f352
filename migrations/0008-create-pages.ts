import type { Kysely } from "kysely";

/** The pages of the wiki. A page that is deleted for good takes nothing with it: what lies below is moved up first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pages")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sort_title", "text", (column) => column.notNull())
    .addColumn("archived_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .addColumn("icon", "text")
    .addColumn("status", "text", (column) => column.notNull().defaultTo("draft"))
    .addColumn("parent_id", "text", (column) => column.references("pages.id").onDelete("restrict"))
    .addColumn("position", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull().defaultTo("team"))
    .addColumn("maintainers_only", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("private_to_id", "text", (column) => column.references("users.id").onDelete("restrict"))
    .addColumn("responsible_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("review_every_months", "integer")
    .addColumn("review_at", "text")
    .addColumn("last_reviewed_at", "text")
    .addColumn("last_reviewed_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("is_template", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("content_json", "text", (column) => column.notNull())
    .addColumn("content_text", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("pages_list").on("pages").columns(["archived_at", "sort_title", "id"]).execute();
  await db.schema.createIndex("pages_place").on("pages").columns(["parent_id", "position", "id"]).execute();
  await db.schema.createIndex("pages_responsible_user_id").on("pages").columns(["responsible_user_id"]).execute();
}
