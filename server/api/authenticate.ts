import type { ApiScope } from "../../contract/api/scopes.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { findActiveUser } from "../auth/active-user.ts";
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
    .select(["id", "userId", "scopesJson", "expiresAt"])
    .where("tokenHash", "=", hashToken(token))
    .executeTakeFirst();
  if (!row || row.expiresAt === null || row.expiresAt <= now().toISOString()) return undefined;
  const person = await findActiveUser(db, row.userId);
  return person && { tokenId: row.id, scopes: JSON.parse(row.scopesJson), person };
}

const usedEveryMs = minuteMs;

/** Notes the use of a token, to the minute. */
export async function noteUse(db: Db, tokenId: string, { now, ip }: { now: Date; ip: string | undefined }) {
  const since = new Date(now.getTime() - usedEveryMs).toISOString();
  await db
    .updateTable("apiTokens")
    .set({ lastUsedAt: now.toISOString(), lastUsedFrom: ip ?? null })
    .where("id", "=", tokenId)
    .where((eb) =>
      eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", since), eb("lastUsedAt", ">", now.toISOString())]),
    )
    .execute();
}
