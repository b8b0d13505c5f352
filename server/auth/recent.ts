import { recentMs } from "../../contract/auth/auth.ts";
import { elapsedMs } from "../../contract/time/elapsed.ts";
import type { Db } from "../db/connection.ts";

/** Until when procedures that want a proof need no further one of who asks; undefined when it needs one. */
export async function confirmedUntil(db: Db, sessionId: string, now: Date): Promise<Date | undefined> {
  const row = await db.selectFrom("sessions").select("authenticatedAt").where("id", "=", sessionId).executeTakeFirst();
  if (!row?.authenticatedAt) return undefined;
  if (elapsedMs(row.authenticatedAt, now) >= recentMs) return undefined;
  return new Date(Date.parse(row.authenticatedAt) + recentMs);
}

/** Whether a session's person has proved who they are within the last ten minutes. */
export async function isRecent(db: Db, sessionId: string, now: Date): Promise<boolean> {
  return (await confirmedUntil(db, sessionId, now)) !== undefined;
}

/** Notes that the person of a session has just proved who they are. */
export async function noteProof(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ authenticatedAt: now.toISOString() }).where("id", "=", sessionId).execute();
}
