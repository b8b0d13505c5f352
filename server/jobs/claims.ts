import path from "node:path";
import Sqlite from "better-sqlite3";
import type { Db } from "../db/connection.ts";
import type { Nodes } from "../nodes/nodes.ts";
import { StartProblem } from "../start-problem.ts";

/** The lock on a data folder. */
export interface DataLock {
  /** Whether no other process of this machine lives on the same data. */
  isAlone: boolean;
  end(): void;
}

/** Locks a data folder for this process; a StartProblem where another portal runs on it. */
export function lockData(dataDir: string): DataLock {
  const lock = tryLockData(dataDir);
  if (lock.isAlone) return lock;
  throw new StartProblem(
    `Auf dem Datenordner ${dataDir} (DATA_DIR) läuft schon ein Portal; beende es oder nimm einen anderen Ordner.`,
  );
}

/**
 * Locks a data folder until `end` or until this process dies, however it dies: the system takes the lock of a dead
 * process back at once. Says by `isAlone` where another process has it.
 */
export function tryLockData(dataDir: string): DataLock {
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

/** By which it is known whose claims still hold. */
export interface Claims {
  db: Db;
  nodes: Pick<Nodes, "isGone">;
}

/** What a kind of work that nodes claim does about claims that nobody holds any more. */
export interface Claimant {
  /** Frees what nodes that are gone have claimed, so that it is due at once. */
  release(claims: Claims, now: Date): Promise<void>;
  /** Makes due what was claimed or put off while the clock was ahead: otherwise it waits until the clock gets there again. */
  releaseFuture?(db: Db, now: Date): Promise<void>;
}

const claimants = new Map<string, Claimant>();

/** Makes a kind of claims known under the table that holds them; each registers once, where it is defined. */
export function registerClaimant(table: string, claimant: Claimant): void {
  claimants.set(table, claimant);
}

/** The tables in which nodes claim rows. */
export const claimantTables = (): string[] => [...claimants.keys()];

/** Frees what nodes have claimed that do not live any more; the only node of a portal knows that of all others. */
export async function releaseClaims(claims: Claims, now: Date): Promise<void> {
  for (const { release } of claimants.values()) await release(claims, now);
}

/** Makes due what waits for a time that only a clock which was ahead could name. */
export async function releaseFuture({ db, now }: { db: Db; now(): Date }): Promise<void> {
  for (const claimant of claimants.values()) await claimant.releaseFuture?.(db, now());
}
