import type { z } from "zod";
import { maxPasskeys, type NewRecoveryCodes } from "../../../contract/security/security.ts";
import type * as contract from "../../../contract/security/security-input.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { passkeyCreation, verifyNewPasskey } from "../../auth/passkeys.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { firstRecoveryCodes, forgetRecoveryCodes } from "./recovery.ts";
import { refuseLastSignInMethod } from "./sign-in-methods.ts";

const originOf = (ctx: PersonContext) => ctx.origin ?? ctx.baseUrl();

/** What this browser needs to make a passkey. */
export async function beginPasskey(ctx: PersonContext) {
  const { id } = ctx.person;
  const user = await ctx.db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const known = await ctx.db.selectFrom("passkeys").select("id").where("userId", "=", id).execute();
  if (known.length >= maxPasskeys)
    throw new Problem("precondition", { message: `Mehr als ${maxPasskeys} Passkeys gehen nicht.` });
  return passkeyCreation(ctx, user, originOf(ctx));
}

export async function addPasskey(
  ctx: PersonContext,
  { name, response }: z.output<typeof contract.addPasskey>,
): Promise<NewRecoveryCodes> {
  const { id: userId } = ctx.person;
  const made = await verifyNewPasskey(ctx, { response, origin: originOf(ctx), userId });
  if (!made)
    throw new Problem("precondition", { message: "Der Passkey wurde nicht bestätigt. Bitte versuche es erneut." });
  return transact(ctx, async (tx) => {
    const { transports, isSynced, ...key } = made;
    const inserted = await tx.db
      .insertInto("passkeys")
      .values({
        id: newId(),
        userId,
        name,
        ...key,
        transportsJson: JSON.stringify(transports),
        isSynced: isSynced ? 1 : 0,
        createdAt: ctx.now().toISOString(),
        lastUsedAt: null,
      })
      .onConflict((conflict) => conflict.column("credentialId").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) throw new Problem("conflict", { message: "Diesen Passkey gibt es schon." });
    await tx.record({ kind: "user.passkey-added", subject: { type: "user", id: userId }, after: { name } });
    await noticeSecurity(tx, {
      userId,
      title: "Passkey hinzugefügt",
      text: `Mit dem neuen Passkey „${name}“ kannst du dich anmelden.`,
    });
    return { recoveryCodes: await firstRecoveryCodes(tx, ctx) };
  });
}

export async function renamePasskey(ctx: PersonContext, { params, body }: z.output<typeof contract.renamePasskey>) {
  return transact(ctx, async (tx) => {
    const own = await tx.db
      .selectFrom("passkeys")
      .select("name")
      .where("id", "=", params.id)
      .where("userId", "=", ctx.person.id)
      .executeTakeFirst();
    if (!own) throw notFound();
    await tx.db
      .updateTable("passkeys")
      .set({ name: body.name })
      .where("id", "=", params.id)
      .where("userId", "=", ctx.person.id)
      .execute();
    const subject = { type: "user", id: ctx.person.id } as const;
    await tx.record({ kind: "user.passkey-renamed", subject, before: own, after: body });
    return { id: params.id };
  });
}

export async function removePasskey(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const { id: userId } = ctx.person;
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning("name")
      .executeTakeFirst();
    if (!before) throw notFound();
    await refuseLastSignInMethod(tx, userId);
    await forgetRecoveryCodes(tx, userId);
    await tx.record({ kind: "user.passkey-removed", subject: { type: "user", id: userId }, before });
    await noticeSecurity(tx, {
      userId,
      title: "Passkey entfernt",
      text: `Der Passkey „${before.name}“ gilt für dein Konto nicht mehr.`,
    });
    return { id };
  });
}
