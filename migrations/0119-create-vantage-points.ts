import type { Kysely } from "kysely";

/** From where else things are checked: named places whose agents ask the portal what to look at and hand in what they find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("vantage_points")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("folded_name", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("token_hash", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("renewed_at", "text")
    .addColumn("last_at", "text")
    .addColumn("version", "text")
    .addColumn("clock_off_ms", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("held_results", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("silence_told_at", "text")
    .execute();
  const index = (name: string) => db.schema.createIndex(`vantage_points_${name}`).on("vantage_points").unique();
  await index("folded_name").column("folded_name").execute();
  await index("token_hash").column("token_hash").execute();
  await db.schema
    .createTable("vantage_runs")
    .addColumn("point_id", "text", (column) => column.notNull().references("vantage_points.id").onDelete("cascade"))
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("last_seq", "integer", (column) => column.notNull())
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("vantage_runs_key", ["point_id", "run_id"] as never[])
    .execute();
  await db.schema
    .createTable("vantage_batches")
    .addColumn("point_id", "text", (column) => column.notNull().references("vantage_points.id").onDelete("cascade"))
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("last_seq", "integer", (column) => column.notNull())
    .addColumn("received_at", "text", (column) => column.notNull())
    .addColumn("results_json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("vantage_batches_key", ["point_id", "run_id", "last_seq"] as never[])
    .execute();
  await db.schema.createIndex("vantage_batches_received_at").on("vantage_batches").column("received_at").execute();
  await db.schema.alterTable("checks").addColumn("vantage_json", "text").execute();
}
