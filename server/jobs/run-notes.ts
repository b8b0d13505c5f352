import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { isLiving } from "../nodes/nodes.ts";
import type { Services } from "../trpc/context.ts";

type Noting = Pick<Services, "db" | "nodes" | "now">;

/** What is noted of a run that has ended, with an error or with none. */
export const endedRun = (error: string | null, finishedAt: string) => ({
  finishedAt,
  error,
  ...(error === null ? { succeededAt: finishedAt, failures: 0 } : { failures: sql<number>`failures + 1` }),
});

/** Keeps that a job which every node runs for itself runs on this one now. */
export async function noteStartHere({ db, nodes, now }: Noting, name: string): Promise<void> {
  const started = { startedAt: now().toISOString(), finishedAt: null, error: null };
  await db
    .insertInto("nodeJobRuns")
    .values({ name, node: nodes.id, ...started })
    .onConflict((conflict) => conflict.columns(["name", "node"]).doUpdateSet(started))
    .execute();
  await noteWorst(db, name);
}

/** Keeps how it ended on this node. */
export async function noteEndHere({ db, nodes, now }: Noting, name: string, error: string | null): Promise<void> {
  await db
    .updateTable("nodeJobRuns")
    .set(endedRun(error, now().toISOString()))
    .where("name", "=", name)
    .where("node", "=", nodes.id)
    .execute();
  await noteWorst(db, name);
}

/** Which of these jobs run on a node that lives. */
export async function listRunningOnNodes({ db, nodes }: Pick<Services, "db" | "nodes">): Promise<string[]> {
  if (!nodes.isShared) return [];
  const rows = await db
    .selectFrom("nodeJobRuns")
    .select("name")
    .distinct()
    .where("finishedAt", "is", null)
    .where(isLiving(sql.ref("node")))
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Whoever asks how a job is doing finds one row: that of the living node on which it fails most often in a row, or else of
 * the one on which it has not begun for longest.
 */
async function noteWorst(db: Db, name: string): Promise<void> {
  await sql`
    insert into job_runs (name, started_at, finished_at, error, failures, succeeded_at)
    select name, started_at, finished_at, error, failures, succeeded_at from node_job_runs
      where name = ${name} and ${isLiving(sql.ref("node_job_runs.node"))}
      order by failures desc, started_at limit 1
    on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
      error = excluded.error, failures = excluded.failures, succeeded_at = excluded.succeeded_at,
      told_at = case when excluded.failures = 0 then null else job_runs.told_at end`.execute(db);
}
