import { encode } from "uqr";
import type { NewRecoveryCodes, TotpSetUp } from "../../../contract/security/security.ts";
import { factorsOf } from "../../auth/factors.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { matchTotp, newTotpSecret, totpUri } from "../../auth/totp.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { counted, proveOnce } from "./confirmation.ts";
import { firstRecoveryCodes, forgetRecoveryCodes } from "./recovery.ts";

const issuer = "MEDIUM TechCenter";

/** A secret for an authenticator app; it counts for nothing until a code confirms it. */
export async function beginTotp(ctx: PersonContext): Promise<TotpSetUp> {
  const { id } = ctx.person;
  const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow();
  const secret = newTotpSecret();
  await transact(ctx, async (tx) => {
    if ((await factorsOf(tx.db, id)).hasTotp) throw alreadySetUp();
    const factor = {
      sealedSecret: ctx.vault.seal(secret),
      lastStep: null,
      confirmedAt: null,
      createdAt: ctx.now().toISOString(),
    };
    await tx.db
      .insertInto("totpFactors")
      .values({ userId: id, ...factor })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(factor))
      .execute();
  });
  const uri = totpUri(secret, { issuer, account: email });
  return { secret: (secret.match(/.{1,4}/g) ?? []).join(" "), uri, qr: encode(uri, { border: 0, ecc: "M" }).data };
}

/** Sets the app up as a second factor; with the first factor come the recovery codes. */
export async function confirmTotp(ctx: PersonContext, { code }: { code: string }): Promise<NewRecoveryCodes> {
  const { id } = ctx.person;
  const begun = await ctx.db
    .selectFrom("totpFactors")
    .select("sealedSecret")
    .where("userId", "=", id)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  if (!begun) throw new Problem("precondition", { message: "Bitte beginne die Einrichtung von vorn." });
  let step: number | undefined;
  await counted(ctx, "code", async () => {
    step = await matchTotp(ctx.vault.open(begun.sealedSecret), code, ctx.now(), null);
    if (step === undefined) throw invalidField("code", "Code ungültig oder abgelaufen.");
  });
  return transact(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("totpFactors")
      .set({ confirmedAt: ctx.now().toISOString(), lastStep: step ?? null })
      .where("userId", "=", id)
      .where("sealedSecret", "=", begun.sealedSecret)
      .where("confirmedAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw alreadySetUp();
    await tx.record({ kind: "user.totp-added", subject: { type: "user", id } });
    await noticeSecurity(tx, {
      userId: id,
      title: "Authenticator-App eingerichtet",
      text: "Für die Anmeldung in deinem Konto braucht es jetzt auch einen Code deiner App.",
    });
    return { recoveryCodes: await firstRecoveryCodes(tx, ctx) };
  });
}

export async function removeTotp(ctx: PersonContext, { proof }: { proof: string }): Promise<void> {
  const { id } = ctx.person;
  if (!(await factorsOf(ctx.db, id)).hasTotp)
    throw new Problem("precondition", { message: "Es ist keine Authenticator-App eingerichtet." });
  await proveOnce(ctx, proof);
  await transact(ctx, async (tx) => {
    await tx.db.deleteFrom("totpFactors").where("userId", "=", id).execute();
    await forgetRecoveryCodes(tx, id);
    await tx.record({ kind: "user.totp-removed", subject: { type: "user", id } });
    await noticeSecurity(tx, {
      userId: id,
      title: "Authenticator-App entfernt",
      text: "Dein Konto fragt nicht mehr nach einem Code deiner App.",
    });
  });
}

const alreadySetUp = () => new Problem("precondition", { message: "Deine Authenticator-App ist schon eingerichtet." });
