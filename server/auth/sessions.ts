import type { Session, SessionData, SignInMethod } from "../../contract/auth/auth.ts";
import { sessionLifetimeMs, sessionMaxAgeMs } from "../../contract/auth/auth.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { elapsedMs } from "../../contract/time/elapsed.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { prepare } from "../db/prepare.ts";
import { mustEnrol, ruleColumn } from "./second-factor-rule.ts";
import { hashToken, newToken } from "./tokens.ts";
import { differing } from "./user-preferences.ts";

export interface SignedIn {
  sessionId: string;
  session: Session;
  lastSeenAt: Date;
  /** When it ends, however often it is used. */
  endsAt: Date;
}

interface NewSession {
  userId: string;
  userAgent?: string | undefined;
  ip?: string | undefined;
  method?: SignInMethod;
  now: Date;
}

/** Stores a new session and returns the token for the cookie; only its hash is kept. */
export async function createSession(
  db: Db,
  { userId, userAgent, ip, method, now }: NewSession,
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
      method: method ?? null,
      authenticatedAt: now.toISOString(),
    })
    .execute();
  return { id, token, expiresAt };
}

const sessionRows = prepare((db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select([
      "sessions.id as sessionId",
      "sessions.lastSeenAt",
      "sessions.createdAt",
      "sessions.expiresAt",
      "sessions.dataJson",
      "sessions.method",
      "users.id",
      "users.name",
      "users.email",
      "users.imageKey",
      "users.role",
    ])
    .select(ruleColumn)
    .select((eb) => [
      eb
        .selectFrom("userPreferences")
        .select("valuesJson")
        .whereRef("userPreferences.userId", "=", "users.id")
        .as("preferencesJson"),
    ])
    .where("sessions.tokenHash", "=", tokenHash)
    .where("sessions.expiresAt", ">", now)
    .where("users.deactivatedAt", "is", null)
    .where("users.joinedAt", "is not", null),
);

/** The session behind a cookie's token; undefined when it is unknown, expired, or its person may no longer enter. */
export async function findSession(db: Db, token: string | undefined, now: Date): Promise<SignedIn | undefined> {
  if (!token) return undefined;
  const [row] = await sessionRows(db, hashToken(token), now.toISOString());
  if (!row) return undefined;
  const { sessionId, lastSeenAt, createdAt, expiresAt, dataJson, imageKey, method, preferencesJson, ...others } = row;
  const { ruleJson, ...user } = others;
  const session: Session = { user: { ...user, image: imageKey }, expires: expiresAt };
  const preferences = differing(preferencesJson);
  if (preferences) session.preferences = preferences;
  if (await mustEnrol(db, { ...user, method, ruleJson })) session.mustSetUpSecondFactor = true;
  if (dataJson) session.data = parseOwnJson<SessionData>(dataJson);
  const endsAt = new Date(Date.parse(createdAt) + sessionLifetimeMs);
  if (endsAt <= now) return undefined;
  return { sessionId, session, lastSeenAt: new Date(lastSeenAt), endsAt };
}

const seenEveryMs = minuteMs;

/** Whether a session's last use is so long ago that this one is worth a write. */
export function isDueForRenewal({ lastSeenAt }: SignedIn, now: Date): boolean {
  return elapsedMs(lastSeenAt, now) >= seenEveryMs;
}

/** Keeps a session for 30 more days from its last use, 90 in all, and remembers that use to the minute. */
export async function keepAlive(
  db: Db,
  { sessionId, session, lastSeenAt, endsAt }: SignedIn,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const expiresAt = new Date(Math.min(now.getTime() + sessionMaxAgeMs, endsAt.getTime())).toISOString();
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ lastSeenAt: at, expiresAt })
    .where("id", "=", sessionId)
    .where("lastSeenAt", "=", lastSeenAt.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await db.updateTable("users").set({ lastSeenAt: at }).where("id", "=", session.user.id).execute();
}

/** Stores what a browser wants to keep with its session. */
export async function storeSessionData(db: Db, sessionId: string, data: SessionData): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ dataJson: JSON.stringify(data) })
    .where("id", "=", sessionId)
    .execute();
}
