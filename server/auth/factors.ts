import type { Db } from "../db/connection.ts";

export interface Factors {
  hasTotp: boolean;
  hasPasskey: boolean;
}

/** Which second factors a person has; a passkey is one too. */
export async function factorsOf(db: Db, userId: string): Promise<Factors> {
  const totp = await db
    .selectFrom("totpFactors")
    .select("userId")
    .where("userId", "=", userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  const passkey = await db.selectFrom("passkeys").select("id").where("userId", "=", userId).executeTakeFirst();
  return { hasTotp: totp !== undefined, hasPasskey: passkey !== undefined };
}

/** Whether a person has any. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { hasTotp, hasPasskey } = await factorsOf(db, userId);
  return hasTotp || hasPasskey;
}

/** Which kinds of second factors anybody has. */
export async function factorsInUse(db: Db): Promise<{ hasPasskey: boolean }> {
  const passkey = await db.selectFrom("passkeys").select("id").limit(1).executeTakeFirst();
  return { hasPasskey: passkey !== undefined };
}
