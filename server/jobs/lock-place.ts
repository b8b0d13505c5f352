import type { DataPlace } from "../db/data-place.ts";
import { type DatabaseLock, type LockOptions, lockPostgres } from "../db/postgres/portal-lock.ts";
import { lockData } from "./claims.ts";

export interface PlaceLock {
  /** The lock on the database, where that lies elsewhere. */
  database: DatabaseLock | undefined;
  end(): Promise<void>;
}

/**
 * Locks a portal's folder, and its database where that lies elsewhere; a StartProblem where another process has one of them.
 * Only the nodes of a portal let each other in; whoever else comes has to be alone.
 */
export async function lockPlace(
  { dataDir, postgres }: DataPlace,
  options: Pick<LockOptions, "onTaken" | "patienceMs" | "onWait" | "sharesWithNodes"> = {},
): Promise<PlaceLock> {
  const folder = lockData(dataDir);
  try {
    const database = postgres && (await lockPostgres({ ...options, url: postgres.directUrl }));
    return {
      database,
      async end() {
        await database?.end();
        folder.end();
      },
    };
  } catch (error) {
    folder.end();
    throw error;
  }
}
