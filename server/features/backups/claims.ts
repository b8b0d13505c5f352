import { sql } from "kysely";
import { type BackupKind, type BackupRun, latestPast } from "../../../contract/backups/backups.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { sweepWork } from "../../backup/work-folder.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";

/** A run that has not been heard of for so long is dead. */
export const leaseMs = 2 * minuteMs;

/** Until when a claim holds that is renewed now. */
export const leaseUntil = (now: Date) => new Date(now.getTime() + leaseMs).toISOString();

const interrupted = "Der Lauf wurde unterbrochen; der nächste macht dort weiter.";
/** Why a run ends that an admin has cancelled. */
export const cancelled = "Ein Admin hat den Lauf abgebrochen; der nächste macht dort weiter.";
const keptFaults = (fault: string) => JSON.stringify([fault]);

/** Begins a run unless one is under way, here or in another process; undefined where one is. */
export async function claimRun(db: Db, kind: BackupKind, now: Date): Promise<string | undefined> {
  await closeDead(db, now);
  const id = newId();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("backupRuns")
    .values({ id, kind, state: "running", startedAt: now.toISOString(), claimedUntil: leaseUntil(now) })
    // An index allows one that is running.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? id : undefined;
}

/** Ends runs whose process died. */
export async function closeDead(db: Db, now: Date): Promise<void> {
  // While the clock was ahead a claim was made until then; whoever lives renews it before it ends by the clock of now.
  await db
    .updateTable("backupRuns")
    .set({ claimedUntil: leaseUntil(now) })
    .where("state", "=", sql.lit("running"))
    .where("claimedUntil", ">", leaseUntil(latestPast(now)))
    .execute();
  await db
    .updateTable("backupRuns")
    .set((eb) => ({
      state: "failed",
      finishedAt: now.toISOString(),
      claimedUntil: null,
      faultsJson: eb
        .case()
        .when("cancelledAt", "is", null)
        .then(keptFaults(interrupted))
        .else(keptFaults(cancelled))
        .end(),
    }))
    .where("state", "=", sql.lit("running"))
    .where("claimedUntil", "<=", now.toISOString())
    .execute();
}

/** Removes what runs have left in a data folder, but not what one has that is under way. */
export async function removeLeftWork(db: Db, dataDir: string, now: Date): Promise<void> {
  const found = await db
    .selectFrom("backupRuns")
    .select("id")
    .where("state", "=", sql.lit("running"))
    .where("claimedUntil", ">", now.toISOString())
    .executeTakeFirst();
  await sweepWork(dataDir, found?.id);
}

/** Keeps for which targets a run is. */
export async function noteTargets(db: Db, id: string, targets: readonly string[]): Promise<void> {
  const text = targets.map((target) => ` ${target}`).join("");
  await db.updateTable("backupRuns").set({ targets: text }).where("id", "=", id).execute();
}

/** Says that a run lives and how far it is; false where it was cancelled or taken for dead, and must stop. */
export async function renewClaim(db: Db, id: string, progress: BackupRun["progress"], now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backupRuns")
    .set({ claimedUntil: leaseUntil(now), progressJson: progress && JSON.stringify(progress) })
    .where("id", "=", id)
    .where("state", "=", sql.lit("running"))
    .where("cancelledAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether an admin has ended a run. */
export async function isCancelled(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom("backupRuns").select("cancelledAt").where("id", "=", id).executeTakeFirst();
  return found?.cancelledAt != null;
}

/**
 * Says that a run is to end; false where it has ended or is about to. It keeps its claim until its process is gone: a next
 * run beside it would send to the same target.
 */
export async function cancelRun(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("backupRuns")
    .set({ cancelledAt: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", sql.lit("running"))
    .where("cancelledAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps how a run ended; nothing where it was taken for dead meanwhile. */
export async function endRun(
  db: Db,
  id: string,
  { faults, result, now }: { faults: readonly string[]; result: BackupRun["result"]; now: Date },
): Promise<void> {
  await db
    .updateTable("backupRuns")
    .set({
      state: faults.length === 0 ? "done" : "failed",
      finishedAt: now.toISOString(),
      claimedUntil: null,
      progressJson: null,
      faultsJson: JSON.stringify(faults),
      resultJson: result && JSON.stringify(result),
    })
    .where("id", "=", id)
    .where("state", "=", sql.lit("running"))
    .execute();
}
