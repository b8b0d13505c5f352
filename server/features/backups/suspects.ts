import { lastLook } from "../../backup/last-runs.ts";
import type { Db } from "../../db/connection.ts";

/** The objects that the last test of a target has found damaged: the next one opens them, whatever else it opens. */
export async function listSuspects(db: Db, target: string): Promise<Set<string>> {
  return new Set((await lastLook(db, target))?.damaged);
}

/** Those of them that no backup has sent there again since. */
export async function listUnsent(db: Db, target: string): Promise<Set<string>> {
  const { run, damaged = [] } = (await lastLook(db, target)) ?? {};
  if (!run?.finishedAt || damaged.length === 0) return new Set();
  const since = await db
    .selectFrom("backupRuns")
    .select("id")
    .where("kind", "=", "backup")
    // The result of a backup names the targets that it has sent uploads to.
    .where("resultJson", "like", `%"${target}"%`)
    .where("startedAt", ">=", run.finishedAt.toISOString())
    .limit(1)
    .executeTakeFirst();
  return new Set(since ? [] : damaged);
}
