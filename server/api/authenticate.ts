import type { ApiScope } from "../../contract/api/scopes.ts";
import { asksForSecondFactor } from "../auth/second-factor-rule.ts";
import { hashToken } from "../auth/tokens.ts";
import type { Db } from "../db/connection.ts";
import type { Person, Services } from "../trpc/context.ts";

export interface TokenHolder {
  tokenId: string;
  scopes: ApiScope[];
  person: Person;
}

/**
 * Who stands behind `Authorization: Bearer …`; undefined when the token is unknown, ended, or its person may not enter,
 * also for want of a second factor that they must have.
 */
export async function findTokenHolder(
  { db, now }: Pick<Services, "db" | "now">,
  authorization: string | null,
): Promise<TokenHolder | undefined> {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return undefined;
  const row = await db
    .selectFrom("apiTokens")
    .innerJoin("users", "users.id", "apiTokens.userId")
    .select(["apiTokens.id as tokenId", "scopesJson", "users.id", "users.name", "users.role", "expiresAt"])
    .select((eb) => [
      eb.selectFrom("settings").select("valuesJson").where("section", "=", "signIn").as("ruleJson"),
      eb
        .selectFrom("totpFactors")
        .select("userId")
        .whereRef("totpFactors.userId", "=", "users.id")
        .where("confirmedAt", "is not", null)
        .as("totpOf"),
      eb.selectFrom("passkeys").select("userId").whereRef("passkeys.userId", "=", "users.id").limit(1).as("passkeyOf"),
    ])
    .where("tokenHash", "=", hashToken(token))
    .where("users.deactivatedAt", "is", null)
    .where("users.joinedAt", "is not", null)
    .executeTakeFirst();
  if (!row || (row.expiresAt !== null && row.expiresAt <= now().toISOString())) return undefined;
  const { tokenId, scopesJson, id, name, role, ruleJson, totpOf, passkeyOf } = row;
  const isEnrolled = Boolean(totpOf || passkeyOf);
  if (ruleJson && !isEnrolled && asksForSecondFactor(JSON.parse(ruleJson), role, null)) return undefined;
  return { tokenId, scopes: JSON.parse(scopesJson), person: { id, name, role } };
}

const usedEveryMs = 60_000;

/** Notes the use of a token, to the minute. */
export async function noteUse(db: Db, tokenId: string, { now, ip }: { now: Date; ip: string | undefined }) {
  const since = new Date(now.getTime() - usedEveryMs).toISOString();
  await db
    .updateTable("apiTokens")
    .set({ lastUsedAt: now.toISOString(), lastUsedFrom: ip ?? null })
    .where("id", "=", tokenId)
    .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", since)]))
    .execute();
}
