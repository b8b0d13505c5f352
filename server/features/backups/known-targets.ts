import { createHash } from "node:crypto";
import type { BackupRefusal } from "../../../contract/backups/backups.ts";
import type { BackupSettings } from "../../../contract/settings/backup.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { type Mark, readMark, writeMark } from "../../backup/owner.ts";
import type { TakeOver } from "../../backup/runner.ts";
import { targetId } from "../../backup/settings-targets.ts";
import type { TargetConfig } from "../../backup/targets/config.ts";
import type { BackupTarget } from "../../backup/targets/target.ts";
import type { Db } from "../../db/connection.ts";
import type { BackupTargetTable } from "../../db/tables/settings.ts";
import { silentContext, transact } from "../../db/transact.ts";
import { namedTargets } from "./target-config.ts";

type Reason = NonNullable<BackupTargetTable["refused"]>;

/** Why nothing is backed up to a target. */
interface Refusal {
  reason: Reason;
  /** The portal whose mark lies there; empty of a mark that cannot be read, and null where none lies there. */
  owner: string | null;
}

/** Names exactly this refusal, so that whoever confirms one confirms no other. */
const idOf = (target: string, { reason, owner }: Refusal): string =>
  createHash("sha256")
    .update(JSON.stringify([target, reason, owner]))
    .digest("hex")
    .slice(0, 16);

/** Why, and what to do. */
function messageOf({ reason, owner }: Refusal): string {
  const named = owner ? ` (${owner})` : "";
  const reasons: Record<Reason, string> = {
    foreign: `In diesem Ziel liegen die Backups eines anderen Portals${named}. Nimm unter Einstellungen › Backup einen anderen Ordner, oder wähle dort „Dieses Ziel übernehmen“.`,
    gone: "Im Ordner fehlt, was dieses Portal dort hinterlegt hat. Hänge die Platte ein; ist der Ordner mit Absicht leer, wähle unter Einstellungen › Backup „Dieses Ziel übernehmen“.",
  };
  return reasons[reason];
}

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
  takesOver: TakeOver | undefined;
}

/**
 * Makes a target this portal's, and refuses one that is another's: a portal that was restored elsewhere has the settings
 * and keys of the one it came from, and would thin its backups. A folder that had the mark and has it no more is a disk
 * that is not mounted, and what is written there fills the disk below. A take-over holds for the refusal that was
 * confirmed, and stands in the audit log.
 */
export async function admit(
  { db, now }: { db: Db; now(): Date },
  { config, target }: OpenTarget,
  { owner, takesOver }: Admission,
): Promise<void> {
  const mark = await readMark(target);
  const isOwn = mark?.portal === owner;
  const refusal = isOwn ? undefined : await refusalOf(db, config, mark);
  const id = targetId(config);
  const isTakenOver =
    refusal !== undefined && takesOver !== undefined && (await isConfirmed(db, config, refusal, takesOver));
  if (refusal && !isTakenOver) {
    await keep(db, config, { refused: refusal.reason, refusedOwner: refusal.owner });
    const byCommand = `Am Host: „techcenter backup --take-over ${idOf(id, refusal)}“.`;
    throw new BackupProblem(`${messageOf(refusal)} ${byCommand}`);
  }
  // Before the mark: of a take-over that fails behind it nobody would ever know.
  if (refusal && isTakenOver)
    await transact({ ...silentContext({ db, now }), actorId: takesOver.byId }, (tx) =>
      tx.record({
        kind: "backupTarget.taken-over",
        subject: { type: "backupTarget", id },
        after: {
          name: target.label,
          formerOwner: refusal.owner,
          reason: refusal.reason,
          ...(takesOver.byId === undefined && { by: "host" }),
        },
      }),
    );
  if (!isOwn) {
    const former = mark ? [mark.portal, ...mark.former].filter((portal) => portal !== owner) : [];
    await writeMark(target, { portal: owner, former });
  }
  await keep(db, config, { markedAt: now().toISOString(), refused: null, refusedOwner: null });
}

/** Of a refusal that was kept without its owner, as earlier versions did, whoever confirmed it saw none. */
async function isConfirmed(db: Db, config: TargetConfig, refusal: Refusal, takesOver: TakeOver): Promise<boolean> {
  const id = targetId(config);
  if (takesOver.refusal === idOf(id, refusal)) return true;
  const isWithoutOwner = (await readTarget(db, config))?.refusedOwner === null;
  return isWithoutOwner && takesOver.refusal === idOf(id, { ...refusal, owner: null });
}

async function refusalOf(db: Db, config: TargetConfig, mark: Mark | undefined): Promise<Refusal | undefined> {
  if (mark) return { reason: "foreign", owner: mark.portal };
  const wasMarked = config.kind === "folder" && (await readTarget(db, config))?.markedAt != null;
  return wasMarked ? { reason: "gone", owner: null } : undefined;
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
  const ageMs = sweptAt ? now.getTime() - Date.parse(sweptAt) : sweepMs;
  // A clock that was ahead must not put it off until then.
  return ageMs >= sweepMs || ageMs < 0;
}

export const noteSweep = (db: Db, config: TargetConfig, now: Date) => keep(db, config, { sweptAt: now.toISOString() });

/** Which targets of the settings the last run to them was refused, and why. */
export async function findRefusals(db: Db, settings: BackupSettings): Promise<BackupRefusal[]> {
  const named = namedTargets(settings);
  if (named.length === 0) return [];
  const found = await db
    .selectFrom("backupTargets")
    .select(["id", "refused", "refusedOwner"])
    .where(
      "id",
      "in",
      named.map(({ id }) => id),
    )
    .where("refused", "is not", null)
    .execute();
  return named.flatMap(({ id, label }) => {
    const { refused, refusedOwner } = found.find((row) => row.id === id) ?? {};
    if (!refused) return [];
    const refusal = { reason: refused, owner: refusedOwner ?? null };
    return [{ id: idOf(id, refusal), target: label, message: messageOf(refusal) }];
  });
}

/** What they say, each with its target where there are two; undefined where none was refused. */
export function messageOfAll(refusals: readonly BackupRefusal[], { secondFolder }: BackupSettings): string | undefined {
  const told = refusals.map(({ target, message }) => (secondFolder ? `${target}: ${message}` : message));
  return told.length > 0 ? told.join(" ") : undefined;
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
