import type { Kysely } from "kysely";

export const kind = "expand";

/** Where all nodes find what the checks of the one that leads them have found out; at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("check_copies")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("object", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
}
