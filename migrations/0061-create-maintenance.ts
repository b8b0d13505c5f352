import type { Kysely } from "kysely";

/** When nobody is to be alarmed, because somebody is at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("maintenance_windows")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("scope_type", "text", (column) => column.notNull())
    .addColumn("scope_ids", "text", (column) => column.notNull())
    .addColumn("starts_at", "text", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addColumn("rrule", "text")
    .addColumn("is_silent", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("announced_at", "text")
    // The last moment at which it can still run; far ahead for what repeats without an end.
    .addColumn("over_at", "text", (column) => column.notNull())
    .addColumn("creation_id", "text", (column) => column.unique())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("maintenance_windows_over_at").on("maintenance_windows").column("over_at").execute();
  await db.schema
    .createIndex("maintenance_windows_created_by_id")
    .on("maintenance_windows")
    .column("created_by_id")
    .execute();
}
