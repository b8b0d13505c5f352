import type { Kysely } from "kysely";

/** How each person wants the portal, how people leave the team, and history by who made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user_preferences")
    .addColumn("user_id", "text", (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("values_json", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("offboardings")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.references("users.id"))
    .addColumn("finished_at", "text")
    .execute();
  await db.schema.createIndex("offboardings_user_id").on("offboardings").columns(["user_id", "started_at"]).execute();

  await db.schema
    .createTable("offboarding_entries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("offboarding_id", "text", (column) => column.notNull().references("offboardings.id").onDelete("cascade"))
    .addColumn("step", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.references("users.id"))
    .addColumn("details_json", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("offboarding_entries_offboarding_id")
    .on("offboarding_entries")
    .columns(["offboarding_id", "at"])
    .execute();

  await db.schema.createIndex("changes_actor").on("changes").columns(["actor_id", "at"]).execute();
}
