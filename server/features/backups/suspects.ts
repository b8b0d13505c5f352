import { latestPast } from "../../../contract/backups/backups.ts";
import { lastLook } from "../../backup/last-runs.ts";
import type { Services } from "../../trpc/context.ts";

type Known = Pick<Services, "db" | "now">;

/** The objects that the last test of a target has found damaged: the next one opens them, whatever else it opens. */
export async function listSuspects(known: Known, target: string): Promise<Set<string>> {
  return new Set((await lastLook(known, target))?.damaged);
}

/** Those of them that no backup has sent there again since. */
export async function listUnsent({ db, now }: Known, target: string): Promise<Set<string>> {
  const { run, damaged = [] } = (await lastLook({ db, now }, target)) ?? {};
  if (!run?.finishedAt || damaged.length === 0) return new Set();
  const since = await db
    .selectFrom("backupRuns")
    .select("id")
    .where("kind", "=", "backup")
    // The result of a backup names the targets that it has sent uploads to.
    .where("resultJson", "like", `%"${target}"%`)
    .where("startedAt", ">=", run.finishedAt.toISOString())
    .where("startedAt", "<=", latestPast(now()).toISOString())
    .limit(1)
    .executeTakeFirst();
  return new Set(since ? [] : damaged);
}
