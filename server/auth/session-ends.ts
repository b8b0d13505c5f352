import type { Db } from "../db/connection.ts";
import type { TransactContext } from "../db/transact.ts";
import { transact } from "../db/transact.ts";
import { type AuthSurroundings, actingAs } from "./surroundings.ts";
import { hashToken } from "./tokens.ts";

/** Ends the session of a cookie's token and cuts its sockets; returns false when there is none. */
export async function endSession(surroundings: AuthSurroundings, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const owner = await surroundings.db
    .selectFrom("sessions")
    .select("userId")
    .where("tokenHash", "=", hashToken(token))
    .executeTakeFirst();
  const ended = await transact(actingAs(surroundings, owner?.userId), async (tx) => {
    const sessionId = await deleteSessionOf(tx.db, token);
    if (sessionId) await tx.record({ kind: "session.ended", subject: { type: "session", id: sessionId } });
    return sessionId;
  });
  if (ended) surroundings.live.disconnect({ sessionId: ended });
  return ended !== undefined;
}

/** Deletes the session of a cookie's token inside a transaction; the caller cuts the sockets after the commit. */
export async function deleteSessionOf(db: Db, token: string | undefined): Promise<string | undefined> {
  if (!token) return undefined;
  const row = await db
    .deleteFrom("sessions")
    .where("tokenHash", "=", hashToken(token))
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Deletes the sessions of a person, all or all but one, inside a transaction; returns which. */
export async function deleteSessionsOf(db: Db, userId: string, exceptSessionId?: string): Promise<string[]> {
  let doomed = db.deleteFrom("sessions").where("userId", "=", userId);
  if (exceptSessionId) doomed = doomed.where("id", "!=", exceptSessionId);
  return (await doomed.returning("id").execute()).map(({ id }) => id);
}

/** Removes the sessions whose 30 days are over, and cuts sockets they still have; returns how many. */
export async function removeExpiredSessions(
  surroundings: Pick<AuthSurroundings, "live"> & Pick<TransactContext, "db" | "now">,
): Promise<number> {
  const expired = await surroundings.db
    .deleteFrom("sessions")
    .where("expiresAt", "<=", surroundings.now().toISOString())
    .returning("id")
    .execute();
  for (const { id } of expired) surroundings.live.disconnect({ sessionId: id });
  return expired.length;
}
