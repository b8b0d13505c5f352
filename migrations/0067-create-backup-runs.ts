import type { Kysely } from "kysely";

/** Backups and restore tests of the portal itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("backup_runs")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addColumn("claimed_until", "text")
    .addColumn("progress_json", "text")
    .addColumn("result_json", "text")
    .addColumn("faults_json", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("told_at", "text")
    .execute();
  await db.schema.createIndex("backup_runs_started").on("backup_runs").columns(["kind", "started_at"]).execute();
}
