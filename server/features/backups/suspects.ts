import type { BackupRun } from "../../../contract/backups/backups.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";

/** The objects of the targets that the last test has found damaged: the next one opens them, whatever else it opens. */
export async function listSuspects(db: Db): Promise<Set<string>> {
  return new Set((await lastFindings(db))?.damaged);
}

/** Those of them that no backup has sent again since. */
export async function listUnsent(db: Db): Promise<Set<string>> {
  const findings = await lastFindings(db);
  if (!findings?.finishedAt || findings.damaged.length === 0) return new Set();
  const since = await db
    .selectFrom("backupRuns")
    .select("id")
    .where("kind", "=", "backup")
    .where("state", "=", "done")
    .where("startedAt", ">=", findings.finishedAt)
    .limit(1)
    .executeTakeFirst();
  return new Set(since ? [] : findings.damaged);
}

async function lastFindings(db: Db): Promise<{ finishedAt: string | null; damaged: string[] } | undefined> {
  const row = await db
    .selectFrom("backupRuns")
    .select(["finishedAt", "resultJson"])
    .where("kind", "=", "test")
    // One that could not be carried out has found nothing.
    .where("resultJson", "is not", null)
    .where("state", "!=", "running")
    .orderBy("startedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row?.resultJson) return undefined;
  const { damaged = [] } = parseOwnJson<NonNullable<BackupRun["result"]>>(row.resultJson);
  return { finishedAt: row.finishedAt, damaged };
}
