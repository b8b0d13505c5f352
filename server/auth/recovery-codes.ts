import { randomInt } from "node:crypto";
import { recoveryCodeCount } from "../../contract/security/security.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import { sign } from "./tokens.ts";

// Without letters and figures that look alike on paper.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groupLength = 5;

/** Gives a person new codes in place of the former ones; nobody can read them again. */
export async function renewRecoveryCodes(
  db: Db,
  userId: string,
  { signingKey, now }: { signingKey: string; now(): Date },
): Promise<string[]> {
  await db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
  const codes = Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`);
  const createdAt = now().toISOString();
  const rows = codes.map((code) => ({
    id: newId(),
    userId,
    codeHash: hashOf(userId, code, signingKey),
    createdAt,
  }));
  await db.insertInto("recoveryCodes").values(rows).execute();
  return codes;
}

/** Accepts a code once; how it is spaced and cased makes no difference. */
export async function redeemRecoveryCode(db: Db, userId: string, code: string, signingKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recoveryCodes")
    .where("userId", "=", userId)
    .where("codeHash", "=", hashOf(userId, code, signingKey))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recoveryCodes")
    .select((eb) => eb.fn.countAll<number | string>().as("left"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");

// Fifty bits would not withstand guessing offline, so the hash is keyed.
const hashOf = (userId: string, code: string, signingKey: string) =>
  sign(`recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`, signingKey);
