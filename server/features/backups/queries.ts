import { existsSync } from "node:fs";
import path from "node:path";
import { alarmAfterHours, type BackupRun, type BackupState } from "../../../contract/backups/backups.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { type BackupSettings, missingOf } from "../../../contract/settings/backup.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { BackupRunTable } from "../../db/tables/settings.ts";
import { toDate } from "../../db/to-date.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { nextBackup } from "./due.ts";
import { findRefusal } from "./known-targets.ts";
import { targetLabel } from "./target-config.ts";

const shown = 20;
const root = path.resolve(import.meta.dirname, "../../..");
/** How a command is called at the host: the archive has a program of its own, a clone goes through npm. */
const commandPrefix = existsSync(path.join(root, "techcenter")) ? "./techcenter" : "npm run techcenter --";

/** How backups stand; for the settings, for „System“ and for whatever watches the portal. */
export async function readBackupState({
  db,
  now,
  backups,
}: Pick<Services, "db" | "now" | "backups">): Promise<BackupState> {
  const settings = await readSettings(db, "backup");
  const rows = await db.selectFrom("backupRuns").selectAll().orderBy("startedAt", "desc").limit(shown).execute();
  const runs = rows.map(toRun);
  const last = {
    backup: await lastRun(db, "backup"),
    good: await lastRun(db, "backup", "done"),
    test: await lastRun(db, "test"),
    goodTest: await lastRun(db, "test", "done"),
  };
  const refusal = await findRefusal(db, settings);
  const running = runs.find(({ state }) => state === "running") ?? null;
  return {
    ...judge(settings, { good: last.good, test: last.test, refusal, now: now() }),
    lastBackup: last.backup,
    lastGoodBackupAt: last.good?.finishedAt ?? null,
    lastTest: last.test,
    lastGoodTestAt: last.goodTest?.finishedAt ?? null,
    running,
    runs,
    nextAt: nextBackup(settings, { last: last.backup, good: last.good, now: now() }),
    target: targetLabel(settings) ?? null,
    isRefused: refusal !== undefined,
    uploads: { store: backups.store, isIncluded: settings.includesUploads },
    command: commandPrefix,
  };
}

/** The newest run of a kind that has ended. */
export async function lastRun(db: Db, kind: BackupRun["kind"], state?: "done"): Promise<BackupRun | null> {
  const row = await db
    .selectFrom("backupRuns")
    .selectAll()
    .where("kind", "=", kind)
    .where("state", state ? "=" : "!=", state ?? "running")
    .orderBy("startedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toRun(row) : null;
}

/** When the portal first tried to back itself up; null where it never has. */
export async function firstAttempt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("backupRuns")
    .select((eb) => eb.fn.min("startedAt").as("at"))
    .where("kind", "=", "backup")
    .where("state", "!=", "running")
    .executeTakeFirst();
  return toDate(row?.at ?? null);
}

interface Judged {
  good: BackupRun | null;
  test: BackupRun | null;
  refusal: string | undefined;
  now: Date;
}

function judge(settings: BackupSettings, { good, test, refusal, now }: Judged): Pick<BackupState, "light" | "message"> {
  const missing = missingOf(settings).map(([, label]) => label);
  if (test?.state === "failed" && test.result)
    return {
      light: "failed",
      message: `Das Backup lässt sich nicht zurückspielen: ${test.faults[0] ?? ""} Mach ein neues und prüfe das Ziel.`,
    };
  if (refusal) return { light: "late", message: refusal };
  if (settings.schedule === "off")
    return settings.isArranged
      ? { light: "ok", message: "Das Portal sichert sich nicht selbst; ein Admin sorgt dafür." }
      : {
          light: "off",
          message:
            missing.length > 0
              ? `Es gibt kein Backup. Es fehlt noch: ${missing.join(", ")}.`
              : "Das Portal sichert sich nicht von selbst. Wähle unter „Zeitplan“, wann.",
        };
  if (!good?.finishedAt) return { light: "late", message: "Es gibt noch kein Backup." };
  if (now.getTime() - good.finishedAt.getTime() > alarmAfterHours * hourMs)
    return {
      light: "late",
      message: `Seit ${formatCalendarDate(portalDate(good.finishedAt))} ist kein Backup mehr gelungen. Woran es lag, steht im Protokoll.`,
    };
  return {
    light: "ok",
    message:
      test?.state === "done" && test.finishedAt
        ? `Letzter erfolgreicher Wiederherstellungstest: ${formatCalendarDate(portalDate(test.finishedAt))}.`
        : "Noch nicht zur Probe zurückgespielt.",
  };
}

function toRun(
  row: {
    [Column in keyof BackupRunTable]: BackupRunTable[Column] extends { __select__: infer Value }
      ? Value
      : BackupRunTable[Column];
  },
): BackupRun {
  const { id, kind, state, startedAt, finishedAt, progressJson, resultJson, faultsJson } = row;
  return {
    id,
    kind,
    state,
    startedAt: new Date(startedAt),
    finishedAt: toDate(finishedAt),
    progress: progressJson === null ? null : parseOwnJson(progressJson),
    result: resultJson === null ? null : parseOwnJson(resultJson),
    faults: parseOwnJson(String(faultsJson)),
  };
}
