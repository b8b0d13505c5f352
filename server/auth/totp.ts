import { generateSecret, generateURI, verify } from "otplib";
import type { Db } from "../db/connection.ts";
import type { Vault } from "../vault.ts";

const periodSeconds = 30;

/** A new secret, base32. */
export const newTotpSecret = (): string => generateSecret();

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return generateURI({ issuer, label: account, secret });
}

/** The time step of a code of now, or of one step around it (RFC 6238); undefined when it is none or not after `lastStep`. */
export async function matchTotp(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<number | undefined> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: periodSeconds });
  if (!result.valid) return undefined;
  const step = Math.floor(epoch / periodSeconds) + result.delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}

/** Accepts a code of a person's confirmed authenticator app once. */
export async function redeemTotpCode(
  { db, vault, now }: { db: Db; vault: Vault; now(): Date },
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await db
    .selectFrom("totpFactors")
    .select(["sealedSecret", "lastStep"])
    .where("userId", "=", userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  if (!factor) return false;
  const step = await matchTotp(vault.open(factor.sealedSecret), code, now(), factor.lastStep);
  if (step === undefined) return false;
  // The statement decides between two requests that bring the same code at once.
  const { numUpdatedRows } = await db
    .updateTable("totpFactors")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where((eb) => eb.or([eb("lastStep", "is", null), eb("lastStep", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
