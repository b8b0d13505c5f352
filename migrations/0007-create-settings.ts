import type { Kysely } from "kysely";

/** The portal's own settings, one row for each section that differs from its defaults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("section", "text", (column) => column.primaryKey().notNull())
    .addColumn("values_json", "text", (column) => column.notNull())
    .addColumn("secrets_json", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .execute();
}
