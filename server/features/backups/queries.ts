import { existsSync } from "node:fs";
import path from "node:path";
import { type BackupState, latestPast } from "../../../contract/backups/backups.ts";
import { judge } from "../../backup/judge.ts";
import { lastRuns, toRun } from "../../backup/last-runs.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { nextBackup } from "./due.ts";
import { findRefusals, messageOfAll } from "./known-targets.ts";
import { namedTargets } from "./target-config.ts";

const shown = 20;
const root = path.resolve(import.meta.dirname, "../../..");
/** How a command is called at the host: the archive has a program of its own, a clone goes through npm. */
const commandPrefix = existsSync(path.join(root, "techcenter")) ? "./techcenter" : "npm run techcenter --";

/** How backups stand by the settings, and the runs that say so: the one judgement, for the settings themselves and for „System“. */
export async function judgeBackups({ db, now }: Pick<Services, "db" | "now">) {
  const settings = await readSettings(db, "backup");
  const last = await lastRuns({ db, now }, settings);
  const refusals = await findRefusals(db, settings);
  const judgement = judge(settings, { last, refusal: messageOfAll(refusals, settings), now: now() });
  return { settings, last, refusals, judgement };
}

/** How backups stand, as the settings show it. */
export async function readBackupState({
  db,
  now,
  backups,
}: Pick<Services, "db" | "now" | "backups">): Promise<BackupState> {
  const { settings, last, refusals, judgement } = await judgeBackups({ db, now });
  const latest = latestPast(now()).toISOString();
  const rows = await db
    .selectFrom("backupRuns")
    .selectAll()
    .orderBy((eb) =>
      eb.case().when("state", "=", "running").then(0).when("startedAt", "<=", latest).then(1).else(2).end(),
    )
    .orderBy("startedAt", "desc")
    .limit(shown)
    .execute();
  const runs = rows.map(toRun);
  const named = namedTargets(settings);
  return {
    ...judgement,
    lastBackup: last.backup,
    lastGoodBackupAt: last.good?.finishedAt ?? null,
    lastTest: last.test,
    lastGoodTestAt: last.goodTest?.finishedAt ?? null,
    running: runs.find(({ state }) => state === "running") ?? null,
    runs,
    nextAt: nextBackup(settings, { last: last.backup, good: last.good, now: now() }),
    target: named.length > 0 ? named.map(({ label }) => label).join(" und ") : null,
    refusals,
    uploads: { store: backups.store, isIncluded: settings.includesUploads },
    command: commandPrefix,
  };
}
