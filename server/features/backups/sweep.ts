import { isFuture } from "../../../contract/backups/backups.ts";
import { counted } from "../../../contract/values/counted.ts";
import { backupProblem } from "../../backup/backup-problem.ts";
import { removeOld, type Swept } from "../../backup/retention.ts";
import { listSnapshots } from "../../backup/snapshots.ts";
import type { BackupTarget } from "../../backup/targets/target.ts";
import type { Db } from "../../db/connection.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { isSweepDue, noteSweep, type OpenTarget, readRights } from "./known-targets.ts";

interface SweepOrder {
  db: Db;
  now(): Date;
  /** Opens the manifests. */
  identity: string;
  /** This portal, as marks name it. */
  owner: string;
  signal: AbortSignal;
}

/** Applies retention to a target, and says what went; undefined where it is another portal's. */
async function sweep({ config, target }: OpenTarget, order: SweepOrder): Promise<Swept | undefined> {
  const { db, now, identity, owner, signal } = order;
  const rights = await readRights(target, owner);
  if (!rights) return undefined;
  const { schedule, keepDaily: daily, keepWeekly: weekly, keepMonthly: monthly } = await readSettings(db, "backup");
  const retention = { hourly: schedule === "hourly" ? 24 : 0, daily, weekly, monthly };
  const swept = await removeOld(target, { retention, identity, ...rights, now: now(), signal });
  // What keeps old objects is told by each run until somebody has done something about it.
  if (swept.unread === 0) await noteSweep(db, config, now());
  return swept;
}

/** What to do about snapshots that keep every object for ever; undefined where there are none. */
function explainUnread(unread: number): string | undefined {
  if (unread === 0) return undefined;
  const found = counted(unread, "Backup in diesem Ziel ist", "Backups in diesem Ziel sind");
  return `${found} nicht zu lesen: mit einem anderen Schlüssel gemacht oder beschädigt. Solange das so ist, wird dort keine alte Datei entfernt. „techcenter list“ zeigt, um welche es geht; was davon niemand mehr braucht, lösche im Ordner „snapshots“ des Ziels.`;
}

/**
 * Applies retention where it is due; a sentence where that does not work, or not wholly. The backup that was made before is no worse for
 * it, and the next run tries again: a key that may not delete is what protects backups from whoever has it.
 */
export async function sweepIfDue(open: OpenTarget, order: SweepOrder, begin: () => void): Promise<string | undefined> {
  if (!(await isSweepDue(order.db, open.config, order.now()))) return undefined;
  begin();
  try {
    return explainUnread((await sweep(open, order))?.unread ?? 0);
  } catch (error) {
    if (order.signal.aborted) throw error;
    return `Alte Backups lassen sich nicht entfernen: ${backupProblem(error).message}`;
  }
}

/** A sentence where snapshots are dated in the future; undefined where none is, or where the target does not tell. */
export async function noteFuture(target: BackupTarget, now: Date): Promise<string | undefined> {
  const { snapshots } = await listSnapshots(target).catch(() => ({ snapshots: [] }));
  const future = snapshots.filter(({ at }) => isFuture(at, now));
  const [newest] = future;
  if (!newest) return undefined;
  const found =
    future.length === 1
      ? `liegt ein Backup mit einem Datum in der Zukunft (${newest.id})`
      : `liegen ${future.length} Backups mit einem Datum in der Zukunft (das neueste ist ${newest.id})`;
  return `Im Ziel ${found}: Die Uhr dieses Rechners ging vor, oder sie geht jetzt nach. Geht sie richtig, lösche ${future.length === 1 ? "dieses Backup" : "diese Backups"} im Ordner „snapshots“ des Ziels.`;
}

/**
 * Does what needs room in a target. Where there is none, what retention lets go leaves first, and it is done once more:
 * otherwise a full target would stay full, as retention is applied only after a backup that worked.
 */
export async function withRoom<Result>(
  open: OpenTarget,
  order: SweepOrder,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (order.signal.aborted || backupProblem(error).code !== "noSpace") throw error;
    const swept = await sweep(open, order).catch(() => undefined);
    if (!swept || swept.snapshots + swept.objects === 0) throw error;
    return work();
  }
}
