import type { DataPlace } from "../db/data-place.ts";
import { type LockOptions, lockPostgres } from "../db/postgres/portal-lock.ts";
import { lockData } from "./claims.ts";

export interface PlaceLock {
  end(): Promise<void>;
}

/** Locks a portal's folder, and its database where that lies elsewhere; a StartProblem where another process has one of them. */
export async function lockPlace(
  { dataDir, postgres }: DataPlace,
  options: Pick<LockOptions, "onTaken" | "patienceMs" | "onWait"> = {},
): Promise<PlaceLock> {
  const folder = lockData(dataDir);
  try {
    const database = postgres && (await lockPostgres({ ...options, url: postgres.directUrl }));
    return {
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
