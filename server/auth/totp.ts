import { generateSecret, generateURI, verify } from "otplib";
import type { Db } from "../db/connection.ts";
import type { Log } from "../log.ts";
import type { Vault } from "../vault.ts";

const periodSeconds = 30;

/** A new secret, base32. */
export const newTotpSecret = (): string => generateSecret();

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return generateURI({ issuer, label: account, secret });
}

/**
 * The time step of a code of now, or of the step before, for who types slowly (RFC 6238, 5.2); undefined when it is none
 * or not after `lastStep`. A code of the step after would live longer than it is shown: where the clock here is behind, that
 * refuses right codes, which the log tells and the answer does not, as it would say to a guess that it will be right.
 */
export async function matchTotp(
  { log, now }: { log: Log; now(): Date },
  secret: string,
  { code, lastStep }: { code: string; lastStep: number | null },
): Promise<number | undefined> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now().getTime() / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: periodSeconds });
  if (!result.valid) return undefined;
  if (result.delta > 0) {
    log.warn("a code of an authenticator app came before its time: the clock of this host or of the phone is wrong");
    return undefined;
  }
  const step = Math.floor(epoch / periodSeconds) + result.delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}

/** Accepts a code of a person's confirmed authenticator app once. */
export async function redeemTotpCode(
  { db, vault, ...clock }: { db: Db; vault: Vault; log: Log; now(): Date },
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
  const step = await matchTotp(clock, vault.open(factor.sealedSecret), { code, lastStep: factor.lastStep });
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
