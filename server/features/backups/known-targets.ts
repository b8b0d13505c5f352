import type { BackupSettings } from "../../../contract/settings/backup.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { readMark, writeMark } from "../../backup/owner.ts";
import { targetId, targetIds } from "../../backup/settings-targets.ts";
import type { TargetConfig } from "../../backup/targets/config.ts";
import type { BackupTarget } from "../../backup/targets/target.ts";
import type { Db } from "../../db/connection.ts";
import type { BackupTargetTable } from "../../db/tables/settings.ts";

type Refusal = NonNullable<BackupTargetTable["refused"]>;

/** Why nothing is backed up to a target, and what to do. */
const refusals: Record<Refusal, string> = {
  foreign:
    "In diesem Ziel liegen die Backups eines anderen Portals. Nimm unter Einstellungen › Backup einen anderen Ordner, oder wähle dort „Dieses Ziel übernehmen“.",
  gone: "Im Ordner fehlt, was dieses Portal dort hinterlegt hat. Hänge die Platte ein; ist der Ordner mit Absicht leer, wähle unter Einstellungen › Backup „Dieses Ziel übernehmen“.",
};

/** To know which objects are named every manifest is read, so a target is swept about once a day. */
const sweepMs = 20 * hourMs;

/** A target that a run has opened. */
export interface OpenTarget {
  config: TargetConfig;
  target: BackupTarget;
}

interface Admission {
  /** This portal, as marks name it. */
  owner: string;
  takesOver: boolean;
  now: Date;
}

/**
 * Makes a target this portal's, and refuses one that is another's: a portal that was restored elsewhere has the settings
 * and keys of the one it came from, and would thin its backups. A folder that had the mark and has it no more is a disk
 * that is not mounted, and what is written there fills the disk below.
 */
export async function admit(db: Db, { config, target }: OpenTarget, { owner, takesOver, now }: Admission) {
  const mark = await readMark(target);
  const isOwn = mark?.portal === owner;
  const known = await readTarget(db, config);
  const isGone = !mark && config.kind === "folder" && known?.markedAt != null;
  const refused = mark && !isOwn ? "foreign" : isGone ? "gone" : null;
  if (refused && !takesOver) {
    await keep(db, config, { refused });
    throw new BackupProblem(refusals[refused]);
  }
  if (!isOwn) {
    const former = mark ? [mark.portal, ...mark.former].filter((portal) => portal !== owner) : [];
    await writeMark(target, { portal: owner, former });
  }
  await keep(db, config, { markedAt: now.toISOString(), refused: null });
}

/** Whose snapshots this portal thins in a target, and whether it bears its mark; none where it is another's. */
export async function readRights(
  target: BackupTarget,
  owner: string,
): Promise<{ owners: Set<string>; isMarked: boolean } | undefined> {
  const mark = await readMark(target);
  if (mark && mark.portal !== owner) return undefined;
  return { owners: new Set([owner, ...(mark?.former ?? [])]), isMarked: mark !== undefined };
}

/** Whether it is time to apply retention to a target, however often backups are made there. */
export async function isSweepDue(db: Db, config: TargetConfig, now: Date): Promise<boolean> {
  const sweptAt = (await readTarget(db, config))?.sweptAt;
  return !sweptAt || now.getTime() - Date.parse(sweptAt) >= sweepMs;
}

export const noteSweep = (db: Db, config: TargetConfig, now: Date) => keep(db, config, { sweptAt: now.toISOString() });

/** Why the last run to the targets of the settings was refused; undefined where none was. */
export async function findRefusal(db: Db, settings: BackupSettings): Promise<string | undefined> {
  const ids = targetIds(settings);
  if (ids.length === 0) return undefined;
  const found = await db
    .selectFrom("backupTargets")
    .select("refused")
    .where("id", "in", ids)
    .where("refused", "is not", null)
    .executeTakeFirst();
  return found?.refused ? refusals[found.refused] : undefined;
}

const readTarget = (db: Db, config: TargetConfig) =>
  db.selectFrom("backupTargets").selectAll().where("id", "=", targetId(config)).executeTakeFirst();

async function keep(db: Db, config: TargetConfig, change: Partial<Omit<BackupTargetTable, "id">>): Promise<void> {
  await db
    .insertInto("backupTargets")
    .values({ id: targetId(config), ...change })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(change))
    .execute();
}
