import type { NewRecoveryCodes } from "../../../contract/security/security.ts";
import { hasFactor } from "../../auth/factors.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import * as codes from "../../auth/recovery-codes.ts";
import { endStepsOf } from "../../auth/steps.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** Codes for whoever has none yet; empty for everybody else, whose codes stay as they are. */
export async function firstRecoveryCodes(tx: Tx, ctx: PersonContext): Promise<string[]> {
  const { id } = ctx.person;
  return (await codes.countRecoveryCodes(tx.db, id)) > 0 ? [] : codes.renewRecoveryCodes(tx.db, id, ctx);
}

/** Codes open nothing without a factor, so they go with the last one. */
export async function forgetRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  if (await hasFactor(tx.db, userId)) return;
  await tx.db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
}

export async function renewRecoveryCodes(ctx: PersonContext): Promise<NewRecoveryCodes> {
  const { id } = ctx.person;
  return transact(ctx, async (tx) => {
    if (!(await hasFactor(tx.db, id)))
      throw new Problem("precondition", { message: "Bitte richte zuerst einen zweiten Faktor ein." });
    const recoveryCodes = await codes.renewRecoveryCodes(tx.db, id, ctx);
    await tx.record({ kind: "user.recovery-codes-renewed", subject: { type: "user", id } });
    await noticeSecurity(tx, {
      userId: id,
      title: "Neue Wiederherstellungscodes",
      text: "Für dein Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.",
    });
    return { recoveryCodes };
  });
}

/** For whoever has lost every factor: they sign in without one and set up a new one where the portal asks for it. */
export async function resetSecondFactor(ctx: PersonContext, { userId }: { userId: string }): Promise<void> {
  if (userId === ctx.person.id)
    throw new Problem("precondition", { message: "Den eigenen zweiten Faktor entfernst du unter „Sicherheit“." });
  await transact(ctx, async (tx) => {
    const user = await tx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
    if (!user) throw notFound();
    if (!(await hasFactor(tx.db, userId)))
      throw new Problem("precondition", { message: "Diese Person hat keinen zweiten Faktor." });
    for (const table of ["totpFactors", "passkeys", "recoveryCodes"] as const)
      await tx.db.deleteFrom(table).where("userId", "=", userId).execute();
    await endStepsOf(tx.db, userId);
    await tx.record({ kind: "user.second-factor-reset", subject: { type: "user", id: userId } });
    await noticeSecurity(tx, {
      userId,
      title: "Zweiter Faktor zurückgesetzt",
      text: `${ctx.person.name} hat deinen zweiten Faktor zurückgesetzt: Authenticator-App, Passkeys und Wiederherstellungscodes gelten nicht mehr.`,
    });
  });
}
