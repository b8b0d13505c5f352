import type { Kysely } from "kysely";

/** The nodes of a portal, and what each of them leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("nodes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("migration", "text", (column) => column.notNull())
    .addColumn("bucket", "text", (column) => column.notNull())
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addColumn("is_draining", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("node", "text")
    .addColumn("fence", "integer", (column) => column.notNull())
    .execute();
}
