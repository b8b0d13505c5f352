import { type BackupRun, hasFoundDamage, latestPast } from "../../contract/backups/backups.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import type { BackupSettings } from "../../contract/settings/backup.ts";
import type { Db } from "../db/connection.ts";
import type { BackupRunTable } from "../db/tables/settings.ts";
import { toDate } from "../db/to-date.ts";
import { targetIds } from "./settings-targets.ts";

/** The runs to the targets of the settings by which backups are judged; each null where there is none. */
export interface LastRuns {
  /** The newest ones that have ended, however. */
  backup: BackupRun | null;
  test: BackupRun | null;
  good: BackupRun | null;
  goodTest: BackupRun | null;
  /** The newest test by whose word a target is damaged: no later one has looked there again. */
  damagedTest: BackupRun | null;
  /** The first ones, also one that is under way. */
  firstBackup: BackupRun | null;
  firstGood: BackupRun | null;
  /** The newest backup whose date is in the future. */
  futureBackup: BackupRun | null;
}

interface Known {
  db: Db;
  now(): Date;
}

/**
 * A run to another target, such as a disk to take along, says nothing of those of the settings; without any all count. Nor
 * does one that is dated in the future: when it was cannot be told, and it would stay the newest until the clock gets there.
 */
export async function lastRuns({ db, now }: Known, settings: BackupSettings): Promise<LastRuns> {
  const latest = latestPast(now()).toISOString();
  const targets = targetIds(settings);
  const ofKind = (kind: BackupRun["kind"]) =>
    db
      .selectFrom("backupRuns")
      .selectAll()
      .where("kind", "=", kind)
      // One that did not come to its targets was for those of the settings.
      .where((eb) => eb.or([eb("targets", "is", null), eb.and(targets.map((id) => eb("targets", "like", `% ${id}%`)))]))
      .limit(1);
  const known = (kind: BackupRun["kind"]) => ofKind(kind).where("startedAt", "<=", latest);
  const newest = (kind: BackupRun["kind"]) => known(kind).orderBy("startedAt", "desc");
  const first = known("backup").orderBy("startedAt", "asc");
  const future = ofKind("backup")
    .where("startedAt", ">", latest)
    .where("state", "=", "done")
    .orderBy("startedAt", "desc");
  const found = async (query: typeof first) => {
    const row = await query.executeTakeFirst();
    return row ? toRun(row) : null;
  };
  return {
    backup: await found(newest("backup").where("state", "!=", "running")),
    test: await found(newest("test").where("state", "!=", "running")),
    good: await found(newest("backup").where("state", "=", "done")),
    goodTest: await found(newest("test").where("state", "=", "done")),
    damagedTest: await findDamagedTest({ db, now }, targets),
    firstBackup: await found(first),
    firstGood: await found(first.where("state", "=", "done")),
    futureBackup: await found(future),
  };
}

async function findDamagedTest(at: Known, targets: readonly string[]): Promise<BackupRun | null> {
  const looks = await Promise.all(targets.length > 0 ? targets.map((id) => lastLook(at, id)) : [lastLook(at)]);
  const [newest] = looks
    .flatMap((look) => (look?.isDamaged ? [look.run] : []))
    .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime());
  return newest ?? null;
}

/** What the last test has found that came to look into a target. */
export interface Look {
  run: BackupRun;
  isDamaged: boolean;
  /** Objects in the target that are others than were sent. */
  damaged: string[];
}

/**
 * One that was cancelled or could not reach the target has not looked; undefined where none ever did. Without a target,
 * that of any.
 */
export async function lastLook({ db, now }: Known, target?: string): Promise<Look | undefined> {
  const ended = db
    .selectFrom("backupRuns")
    .selectAll()
    .where("kind", "=", "test")
    .where("state", "!=", "running")
    .where("resultJson", "is not", null)
    .where("startedAt", "<=", latestPast(now()).toISOString())
    .orderBy("startedAt", "desc")
    .limit(1);
  const ofTarget = ended.where((eb) =>
    eb.or([
      eb("resultJson", "like", `%"${target}":{%`),
      // Of a former version, which did not tell targets apart.
      eb.and([
        eb("resultJson", "not like", '%"found":{%'),
        eb.or([eb("targets", "is", null), eb("targets", "like", `% ${target}%`)]),
      ]),
    ]),
  );
  const row = await (target ? ofTarget : ended).executeTakeFirst();
  if (!row) return undefined;
  const run = toRun(row);
  const found = target ? run.result?.found?.[target] : undefined;
  return { run, isDamaged: hasFoundDamage(run), damaged: run.result?.damaged ?? [], ...found };
}

/** A run as its row tells it. */
export function toRun(
  row: {
    [Column in keyof BackupRunTable]: BackupRunTable[Column] extends { __select__: infer Value }
      ? Value
      : BackupRunTable[Column];
  },
): BackupRun {
  const { id, kind, state, startedAt, finishedAt, cancelledAt, progressJson, resultJson, faultsJson } = row;
  return {
    id,
    kind,
    state,
    isCancelled: cancelledAt !== null,
    startedAt: new Date(startedAt),
    finishedAt: toDate(finishedAt),
    progress: progressJson === null ? null : parseOwnJson(progressJson),
    result: resultJson === null ? null : parseOwnJson(resultJson),
    faults: parseOwnJson(String(faultsJson)),
  };
}
