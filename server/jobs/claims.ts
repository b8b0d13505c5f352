import path from "node:path";
import Sqlite from "better-sqlite3";
import { dayMs } from "../../contract/time/durations.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { StartProblem } from "../start-problem.ts";

/** This run of the portal, as what it has taken up names it. */
export const processId = newId();

/** What waits to be sent to other programs, all with the columns of `DeliveryColumns`. */
export const deliveryTables = ["webhookDeliveries", "channelDeliveries"] as const;

export interface Hold {
  /** Whether no other process of this machine lives on the same data. */
  isAlone: boolean;
  end(): void;
}

/** Holds a data folder for this process alone; a StartProblem where another portal lives on it. */
export function holdAlone(dataDir: string): Hold {
  const hold = holdData(dataDir);
  if (hold.isAlone) return hold;
  throw new StartProblem(
    `Auf dem Datenordner ${dataDir} (DATA_DIR) läuft schon ein Portal; beende es oder nimm einen anderen Ordner.`,
  );
}

/**
 * Lays this process's hand on a data folder until `end` or until it dies, however it dies: the system takes the lock of
 * a dead process back at once.
 */
export function holdData(dataDir: string): Hold {
  const lock = new Sqlite(path.join(dataDir, "process.lock"), { timeout: 0 });
  try {
    // Nothing is ever written; a journal on disk would want space for itself.
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    return { isAlone: true, end: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY")
      return { isAlone: false, end: () => undefined };
    throw error;
  }
}

/**
 * Lets go of what other processes have taken up: mails and deliveries are due at once, requests that had not
 * changed anything may be repeated. Only for whoever knows that those processes are gone; otherwise their leases end.
 */
export async function releaseClaims(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  const free = { nextAttemptAt: at, claimedBy: null };
  await db
    .updateTable("mails")
    .set({ ...free, state: "queued", claimedUntil: null })
    .where("state", "=", "sending")
    .where("claimedBy", "is distinct from", processId)
    .execute();
  for (const table of deliveryTables)
    await db
      .updateTable(table)
      .set(free)
      .where("state", "=", "queued")
      .where("claimedBy", "is not", null)
      .where("claimedBy", "!=", processId)
      .execute();
  await db
    .deleteFrom("apiRequests")
    .where("state", "=", "begun")
    .where("claimedBy", "is distinct from", processId)
    .execute();
}

/** Far beyond what any mail or webhook waits for its next attempt. */
const maxWaitMs = 2 * dayMs;

/** Makes due what was queued while the clock was ahead: otherwise it waits until the clock gets there again. */
export async function releaseFuture({ db, now }: { db: Db; now(): Date }): Promise<void> {
  const at = now().toISOString();
  const beyond = new Date(now().getTime() + maxWaitMs).toISOString();
  for (const table of ["mails", ...deliveryTables] as const)
    await db
      .updateTable(table)
      .set({ createdAt: at, nextAttemptAt: at })
      .where("state", "=", "queued")
      .where("nextAttemptAt", ">", at)
      .where((eb) => eb.or([eb("createdAt", ">", at), eb("nextAttemptAt", ">", beyond)]))
      .execute();
  await db
    .updateTable("mails")
    .set({ state: "queued", nextAttemptAt: at, claimedBy: null, claimedUntil: null })
    .where("state", "=", "sending")
    .where("claimedUntil", ">", beyond)
    .execute();
}
