import { existsSync } from "node:fs";
import path from "node:path";
import {
  alarmAfterHours,
  type BackupRun,
  type BackupState,
  hasFoundDamage,
  testAlarmAfterDays,
} from "../../../contract/backups/backups.ts";
import { type BackupSettings, missingOf } from "../../../contract/settings/backup.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { counted } from "../../../contract/values/counted.ts";
import { type LastRuns, lastRuns, toRun } from "../../backup/last-runs.ts";
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
  const last = await lastRuns(db, settings);
  const refusal = await findRefusal(db, settings);
  const running = runs.find(({ state }) => state === "running") ?? null;
  return {
    ...judge(settings, { ...last, refusal, now: now() }),
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

/** Since when the admins should know that no backup has worked or was restored for a test; undefined where all is well. */
export function overdueSince(last: LastRuns, now: Date): { backup: Date | undefined; test: Date | undefined } {
  const unless = (at: Date | null | undefined, ms: number) =>
    at && now.getTime() - at.getTime() > ms ? at : undefined;
  return {
    // Where none has ever worked, the first attempt counts: it may have been a minute ago.
    backup: unless(last.good?.finishedAt ?? last.firstBackup?.startedAt, alarmAfterHours * hourMs),
    test: unless(last.goodTest?.finishedAt ?? last.firstGood?.finishedAt, testAlarmAfterDays * dayMs),
  };
}

interface Judged extends LastRuns {
  refusal: string | undefined;
  now: Date;
}

type Judgement = Pick<BackupState, "light" | "message">;

function judge(settings: BackupSettings, { refusal, now, ...last }: Judged): Judgement {
  const { good, test, damagedTest } = last;
  if (damagedTest) {
    const found = `Das Backup lässt sich nicht zurückspielen: ${damagedTest.faults[0] ?? ""} Mach ein neues und prüfe das Ziel.`;
    const missed = damagedTest.id === test?.id ? undefined : judgeMissedTest(test);
    return { light: "failed", message: missed ? `${found} ${missed.message}` : found };
  }
  if (refusal) return { light: "late", message: refusal };
  if (settings.schedule === "off") return judgeMissedTest(test) ?? judgeUnplanned(settings);
  if (!good?.finishedAt) return { light: "late", message: "Es gibt noch kein Backup." };
  const overdue = overdueSince(last, now);
  if (overdue.backup)
    return {
      light: "late",
      message: `Seit ${dateOf(good.finishedAt)} ist kein Backup mehr gelungen. Woran es lag, steht im Protokoll.`,
    };
  const missed = judgeMissedTest(test);
  if (missed) return missed;
  if (overdue.test)
    return { light: "untested", message: `Seit ${dateOf(overdue.test)} wurde kein Backup zur Probe zurückgespielt.` };
  const lost = test?.result?.missing ?? 0;
  if (lost > 0)
    return {
      light: "incomplete",
      message: `Das Backup lässt sich zurückspielen, aber ${counted(lost, "Datei fehlte", "Dateien fehlten")} schon beim Sichern auf diesem Rechner. Leg sie zurück, oder lösche im Portal die Einträge dazu.`,
    };
  return {
    light: "ok",
    message:
      test?.state === "done" && test.finishedAt
        ? `Letzter erfolgreicher Wiederherstellungstest: ${dateOf(test.finishedAt)}.`
        : "Noch nicht zur Probe zurückgespielt.",
  };
}

const dateOf = (at: Date) => formatCalendarDate(portalDate(at));

/** Of a test that has found nothing, as it did not come to look. */
function judgeMissedTest(test: BackupRun | null): Judgement | undefined {
  if (test?.state !== "failed" || hasFoundDamage(test)) return undefined;
  return { light: "untested", message: `Der Wiederherstellungstest kam nicht zustande: ${test.faults[0] ?? ""}` };
}

function judgeUnplanned(settings: BackupSettings): Judgement {
  if (settings.isArranged)
    return { light: "ok", message: "Das Portal sichert sich nicht selbst; ein Admin sorgt dafür." };
  const missing = missingOf(settings).map(([, label]) => label);
  const message =
    missing.length > 0
      ? `Es gibt kein Backup. Es fehlt noch: ${missing.join(", ")}.`
      : "Das Portal sichert sich nicht von selbst. Wähle unter „Zeitplan“, wann.";
  return { light: "off", message };
}
