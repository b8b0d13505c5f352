import type { SecurityOverview } from "../../../contract/security/security.ts";
import { confirmedUntil } from "../../auth/recent.ts";
import { countRecoveryCodes } from "../../auth/recovery-codes.ts";
import { asksForSecondFactor } from "../../auth/second-factor-rule.ts";
import { toDate } from "../../db/to-date.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findProvider } from "./provider-client.ts";

export async function getOverview(ctx: PersonContext): Promise<SecurityOverview> {
  const { db, sessionId } = ctx;
  const { id, role } = ctx.person;
  const { passwordHash } = await db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const totp = await db.selectFrom("totpFactors").select("confirmedAt").where("userId", "=", id).executeTakeFirst();
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["id", "name", "isSynced", "createdAt", "lastUsedAt"])
    .where("userId", "=", id)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const linked = await db
    .selectFrom("linkedSignIns")
    .select(["id", "issuer", "email", "createdAt", "lastUsedAt"])
    .where("userId", "=", id)
    .orderBy("createdAt")
    .execute();
  const session = await db.selectFrom("sessions").select("method").where("id", "=", sessionId).executeTakeFirst();
  const provider = await findProvider(db);
  const rule = await readSettings(db, "signIn");
  return {
    hasPassword: passwordHash !== null,
    totp: totp?.confirmedAt ? { confirmedAt: new Date(totp.confirmedAt) } : null,
    recoveryCodesLeft: await countRecoveryCodes(db, id),
    passkeys: passkeys.map(({ isSynced, createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      isSynced: isSynced === 1,
      createdAt: new Date(createdAt),
      lastUsedAt: toDate(lastUsedAt),
    })),
    linkedSignIns: linked.map(({ createdAt, lastUsedAt, ...one }) => ({
      ...one,
      createdAt: new Date(createdAt),
      lastUsedAt: toDate(lastUsedAt),
    })),
    provider: provider ? { label: provider.label } : null,
    needsSecondFactor: asksForSecondFactor(rule, role, session?.method ?? null),
    confirmedUntil: (await confirmedUntil(db, sessionId, ctx.now())) ?? null,
  };
}
