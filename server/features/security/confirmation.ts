import { beginAttempt, tooManyAttempts } from "../../auth/attempts.ts";
import { passkeyRequest, verifyPasskey } from "../../auth/passkeys.ts";
import { verifyPassword } from "../../auth/passwords.ts";
import { confirmedUntil, noteProof } from "../../auth/recent.ts";
import { redeemRecoveryCode } from "../../auth/recovery-codes.ts";
import { redeemTotpCode } from "../../auth/totp.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

export async function confirmWithPassword(ctx: PersonContext, { password }: { password: string }) {
  return proving(ctx, "password", async () => {
    if (!(await isOwnPassword(ctx, password))) throw invalidField("password", "Passwort: Das Passwort ist falsch.");
  });
}

export async function confirmWithCode(ctx: PersonContext, { code }: { code: string }) {
  return proving(ctx, "code", async () => {
    if (!(await redeemTotpCode(ctx, ctx.person.id, code))) throw invalidField("code", "Code ungültig oder abgelaufen.");
  });
}

export function requestPasskey(ctx: PersonContext) {
  const origin = ctx.origin ?? ctx.baseUrl();
  return passkeyRequest(ctx, { kind: "passkey.confirm", userId: ctx.person.id, origin });
}

export async function confirmWithPasskey(ctx: PersonContext, { response }: { response: unknown }) {
  const origin = ctx.origin ?? ctx.baseUrl();
  return proving(ctx, "code", async () => {
    const known = await verifyPasskey(ctx, { kind: "passkey.confirm", userId: ctx.person.id, response, origin });
    if (!known) throw new Problem("precondition", { message: "Der Passkey wurde nicht bestätigt." });
  });
}

/** A password, a code of the app or a recovery code, whichever it is; throws when it is none. */
export async function proveOnce(ctx: PersonContext, proof: string): Promise<void> {
  await counted(ctx, "code", async () => {
    const { id } = ctx.person;
    const isRight =
      (/^\d{3}\s?\d{3}$/.test(proof) && (await redeemTotpCode(ctx, id, proof))) ||
      (await isOwnPassword(ctx, proof)) ||
      (await redeemRecoveryCode(ctx.db, id, proof, ctx.signingKey));
    if (!isRight) throw invalidField("proof", "Passwort oder Code: Das stimmt nicht.");
  });
}

async function proving(ctx: PersonContext, kind: "password" | "code", check: () => Promise<void>) {
  await counted(ctx, kind, check);
  await transact(ctx, async (tx) => {
    await noteProof(tx.db, ctx.sessionId, ctx.now());
    await tx.record({ kind: "user.authenticated", subject: { type: "user", id: ctx.person.id } });
  });
  return { confirmedUntil: (await confirmedUntil(ctx.db, ctx.sessionId, ctx.now())) ?? null };
}

/** Counts a check as failed before it is made, like every attempt at an account. */
export async function counted(
  ctx: PersonContext,
  kind: "password" | "code",
  check: () => Promise<void>,
): Promise<void> {
  const attempt = await beginAttempt(ctx, [{ kind, value: ctx.person.id }]);
  if ("retryAfterMs" in attempt) throw tooManyAttempts(attempt.retryAfterMs);
  await check();
  await attempt.succeed();
}

async function isOwnPassword(ctx: PersonContext, password: string): Promise<boolean> {
  const { passwordHash } = await ctx.db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", ctx.person.id)
    .executeTakeFirstOrThrow();
  return verifyPassword(passwordHash, password);
}
