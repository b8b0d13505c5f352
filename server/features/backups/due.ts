import type { BackupKind, BackupRun } from "../../../contract/backups/backups.ts";
import type { BackupSettings } from "../../../contract/settings/backup.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import type { LastRuns } from "../../backup/last-runs.ts";

interface Past {
  /** The last run that has ended, however. */
  last: BackupRun | null;
  /** The last one that ended well. */
  good: BackupRun | null;
  now: Date;
}

/** So long after a failure it is tried again. */
const againMs = hourMs;
const testEveryMs = 7 * dayMs;
/** What failed is looked at again the next day, so that the alert ends by itself once it is fixed. */
const retestMs = dayMs;

/** What is to begin now; undefined where nothing is due. */
export function dueNow(
  settings: BackupSettings,
  { backup, good, test }: Pick<LastRuns, "backup" | "good" | "test">,
  now: Date,
): BackupKind | undefined {
  const next = nextBackup(settings, { last: backup, good, now });
  const isTestNext = isTestDue(settings, { last: test, good, now });
  const isBackupDue = next !== null && next <= now;
  // Where one that takes an hour is due each hour, a test that waits for a gap never comes.
  if (isBackupDue && !(isTestNext && hasJustWorked(backup, now))) return "backup";
  return isTestNext ? "test" : undefined;
}

const hasJustWorked = (backup: BackupRun | null, now: Date) =>
  backup?.state === "done" && now.getTime() - endOf(backup).getTime() < hourMs;

/** When the next backup begins; null where nothing is planned. */
export function nextBackup(settings: BackupSettings, { last, good, now }: Past): Date | null {
  if (settings.schedule === "off") return null;
  const hasFailed = last?.state === "failed";
  // Whoever cancels one does not want it now: it is as if that moment had had its backup.
  const served = hasFailed && last.isCancelled ? endOf(last) : (good?.startedAt ?? null);
  const planned = settings.schedule === "hourly" ? nextHour(served) : nextNight(settings.at, served, now);
  const retry = hasFailed && !last.isCancelled ? endOf(last).getTime() + againMs : 0;
  return new Date(Math.max(planned.getTime(), retry, now.getTime()));
}

const endOf = ({ finishedAt, startedAt }: BackupRun) => finishedAt ?? startedAt;

const nextHour = (served: Date | null) => new Date(served ? served.getTime() + hourMs : 0);

function nextNight(at: string, served: Date | null, now: Date): Date {
  // Days of the calendar: those on which the clocks change are not of 24 hours.
  const on = (days: number) => portalMoment(addDays(portalTime(now).day, days), at);
  const today = on(0);
  const latest = today <= now ? today : on(-1);
  if (!served || served < latest) return latest;
  return today > now ? today : on(1);
}

/** Whether the newest backup is to be restored for a test: once a week, and the day after one that found something. */
function isTestDue(settings: BackupSettings, { last: test, good, now }: Past): boolean {
  if (settings.schedule === "off" || !good) return false;
  if (!test) return true;
  return now.getTime() - test.startedAt.getTime() >= (test.state === "failed" ? retestMs : testEveryMs);
}
