import type { Session } from "../../contract/auth.ts";
import { sessionMaxAgeMs } from "../../contract/auth.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { hashToken, newToken } from "./tokens.ts";

export interface SignedIn {
  sessionId: string;
  session: Session;
}

/** Stores a new session and returns the token for the cookie; only its hash is kept. */
export async function createSession(
  db: Db,
  { userId, userAgent, ip, now }: { userId: string; userAgent?: string; ip?: string; now: Date },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = newToken();
  const id = newId();
  const expiresAt = new Date(now.getTime() + sessionMaxAgeMs);
  await db
    .insertInto("sessions")
    .values({
      id,
      tokenHash: hashToken(token),
      userId,
      userAgent: userAgent?.slice(0, 300) ?? null,
      ip: ip ?? null,
      dataJson: null,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
  return { id, token, expiresAt };
}

/** The session behind a cookie's token; undefined when it is unknown, expired, or its person may no longer enter. */
export async function findSession(db: Db, token: string | undefined, now: Date): Promise<SignedIn | undefined> {
  if (!token) return undefined;
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select([
      "sessions.id as sessionId",
      "sessions.expiresAt",
      "users.id",
      "users.name",
      "users.email",
      "users.imageKey",
      "users.role",
    ])
    .where("sessions.tokenHash", "=", hashToken(token))
    .where("sessions.expiresAt", ">", now.toISOString())
    .where("users.deactivatedAt", "is", null)
    .where("users.joinedAt", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sessionId, expiresAt, imageKey, ...user } = row;
  return { sessionId, session: { user: { ...user, image: imageKey }, expires: expiresAt } };
}
