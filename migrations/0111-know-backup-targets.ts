import { type Kysely, sql } from "kysely";

interface Runs {
  backupRuns: { id: string; state: string; finishedAt: string; claimedUntil: null };
}

/** What the portal knows of the places where its backups lie, and one run at a time on every engine. */
export async function up(db: Kysely<Runs>): Promise<void> {
  await db.schema
    .createTable("backup_targets")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("marked_at", "text")
    .addColumn("swept_at", "text")
    .addColumn("refused", "text")
    .execute();
  await db.schema.alterTable("backup_runs").addColumn("targets", "text").execute();
  await endAllButOne(db);
  await sql`create unique index backup_runs_running on backup_runs (state) where state = 'running'`.execute(db);
}

/** Two may have begun at the same moment. */
async function endAllButOne(db: Kysely<Runs>): Promise<void> {
  const running = db.selectFrom("backupRuns").where("state", "=", "running");
  await db
    .updateTable("backupRuns")
    .set({ state: "failed", finishedAt: new Date().toISOString(), claimedUntil: null })
    .where("state", "=", "running")
    .where(
      "id",
      "!=",
      running.select((eb) => eb.fn.max("id").as("newest")),
    )
    .execute();
}
