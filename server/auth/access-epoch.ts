import type { Db } from "../db/connection.ts";

/**
 * Begins a new epoch of an account inside a transaction: no browser is known to it any more, and failures at it count
 * for nothing. For a new password, and for whoever is signed out everywhere. Returns the number of the epoch.
 */
export async function beginAccessEpoch(db: Db, userId: string): Promise<number> {
  const { accessEpoch } = await db
    .updateTable("users")
    .set((eb) => ({ accessEpoch: eb("accessEpoch", "+", 1) }))
    .where("id", "=", userId)
    .returning("accessEpoch")
    .executeTakeFirstOrThrow();
  return accessEpoch;
}

/** The epoch of an account. */
export async function accessEpochOf(db: Db, userId: string): Promise<number> {
  const { accessEpoch } = await db
    .selectFrom("users")
    .select("accessEpoch")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return accessEpoch;
}
