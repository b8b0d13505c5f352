import {
  alarmAfterHours,
  type BackupRun,
  type BackupState,
  hasFoundDamage,
  testAlarmAfterDays,
} from "../../contract/backups/backups.ts";
import { type BackupSettings, missingOf } from "../../contract/settings/backup.ts";
import { formatCalendarDate } from "../../contract/time/calendar-date.ts";
import { dayMs, hourMs } from "../../contract/time/durations.ts";
import { portalDate } from "../../contract/time/today.ts";
import { counted } from "../../contract/values/counted.ts";
import type { LastRuns } from "./last-runs.ts";

type Judgement = Pick<BackupState, "light" | "message">;

interface Known {
  last: LastRuns;
  /** Why the last run to the targets of the settings was refused. */
  refusal: string | undefined;
  now: Date;
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

/** How backups stand by these settings: the one judgement, for the settings themselves and for „System“. */
export function judge(settings: BackupSettings, { last, refusal, now }: Known): Judgement {
  const { good, test, damagedTest } = last;
  if (damagedTest) {
    const found = `Das Backup lässt sich nicht zurückspielen: ${damagedTest.faults[0] ?? ""} Mach ein neues und prüfe das Ziel.`;
    const missed = damagedTest.id === test?.id ? undefined : judgeMissedTest(test);
    return { light: "failed", message: missed ? `${found} ${missed.message}` : found };
  }
  if (refusal) return { light: "late", message: refusal };
  if (settings.schedule === "off") return judgeMissedTest(test) ?? judgeUnplanned(settings);
  if (!good?.finishedAt) return { light: "late", message: missingBackup(last.futureBackup) };
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
  const notes = good.result?.notes ?? [];
  if (notes.length > 0) return { light: "noted", message: `Das letzte Backup ist gelungen. ${notes.join(" ")}` };
  return {
    light: "ok",
    message:
      test?.state === "done" && test.finishedAt
        ? `Letzter erfolgreicher Wiederherstellungstest: ${dateOf(test.finishedAt)}.`
        : "Noch nicht zur Probe zurückgespielt.",
  };
}

const missingBackup = (future: BackupRun | null) =>
  future
    ? `Das letzte Backup trägt mit dem ${dateOf(future.startedAt)} ein Datum in der Zukunft und zählt nicht: Die Uhr dieses Rechners ging vor, oder sie geht jetzt nach.`
    : "Es gibt noch kein Backup.";

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
