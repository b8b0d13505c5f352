import type { Kysely } from "kysely";

export const kind = "expand";

/** How jobs that every node runs for itself went there; a node that is forgotten takes its rows along. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("node_job_runs")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("node", "text", (column) => column.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addColumn("error", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("succeeded_at", "text")
    .addPrimaryKeyConstraint("node_job_runs_primary", ["name", "node"])
    .execute();
}
