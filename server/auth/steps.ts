import type { Db } from "../db/connection.ts";
import { hashToken, newToken } from "./tokens.ts";

/** What somebody has begun and may finish once: a second step, a passkey's challenge, a provider's answer, a new address. */
export type StepKind =
  | "secondStep"
  | "passkey.signIn"
  | "passkey.secondStep"
  | "passkey.register"
  | "passkey.confirm"
  | "email.change"
  | "provider"
  | "provider.test";

export interface Step<Details> {
  userId: string | null;
  details: Details;
}

interface NewStep {
  kind: StepKind;
  userId?: string | undefined;
  details?: object;
  lifetimeMs: number;
  now: Date;
}

/** Keeps a step under the hash of its token, which is returned. */
export async function beginStep(
  db: Db,
  { kind, userId, details = {}, lifetimeMs, now }: NewStep,
  token = newToken(),
): Promise<string> {
  await db
    .insertInto("authSteps")
    .values({
      tokenHash: hashToken(token),
      kind,
      userId: userId ?? null,
      detailsJson: JSON.stringify(details),
      expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
    })
    .execute();
  return token;
}

/** A step that is still open; undefined when the token is unknown, used or expired. */
export async function findStep<Details extends object>(
  db: Db,
  kind: StepKind,
  token: string | undefined,
  now: Date,
): Promise<Step<Details> | undefined> {
  if (!token) return undefined;
  const row = await db
    .selectFrom("authSteps")
    .select(["userId", "detailsJson"])
    .where("tokenHash", "=", hashToken(token))
    .where("kind", "=", kind)
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst();
  return row && { userId: row.userId, details: JSON.parse(row.detailsJson) };
}

/** Like `findStep`, and nobody finds the step again. */
export async function takeStep<Details extends object>(
  db: Db,
  kind: StepKind,
  token: string | undefined,
  now: Date,
): Promise<Step<Details> | undefined> {
  if (!token) return undefined;
  const row = await db
    .deleteFrom("authSteps")
    .where("tokenHash", "=", hashToken(token))
    .where("kind", "=", kind)
    .returning(["userId", "detailsJson", "expiresAt"])
    .executeTakeFirst();
  if (!row || row.expiresAt <= now.toISOString()) return undefined;
  return { userId: row.userId, details: JSON.parse(row.detailsJson) };
}

/** Ends what a person has begun, all or of one kind, as when the password it began with is no longer theirs. */
export async function endStepsOf(db: Db, userId: string, kind?: StepKind): Promise<void> {
  const begun = db.deleteFrom("authSteps").where("userId", "=", userId);
  await (kind ? begun.where("kind", "=", kind) : begun).execute();
}

/** Removes steps that nobody finished in time; returns how many. */
export async function removeOldSteps({ db, now }: { db: Db; now(): Date }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("authSteps")
    .where("expiresAt", "<=", now().toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
