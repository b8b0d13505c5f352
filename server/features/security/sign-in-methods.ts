import { noticeSecurity } from "../../auth/notice.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** Refuses to remove the last sign-in method of an account. */
export async function refuseLastSignInMethod(tx: Tx, userId: string): Promise<void> {
  const { passwordHash } = await tx.db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (passwordHash) return;
  const passkey = await tx.db.selectFrom("passkeys").select("id").where("userId", "=", userId).executeTakeFirst();
  const linked = await tx.db.selectFrom("linkedSignIns").select("id").where("userId", "=", userId).executeTakeFirst();
  if (!passkey && !linked)
    throw new Problem("precondition", { message: "Das ist deine einzige Anmeldeart. Lege zuerst eine andere an." });
}

export async function unlinkSignIn(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const { id: userId } = ctx.person;
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .deleteFrom("linkedSignIns")
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning(["issuer", "email"])
      .executeTakeFirst();
    if (!before) throw notFound();
    await refuseLastSignInMethod(tx, userId);
    await tx.record({ kind: "user.sign-in-unlinked", subject: { type: "user", id: userId }, before });
    await noticeSecurity(tx, {
      userId,
      title: "Verknüpfung gelöst",
      text: `Dein Konto lässt sich nicht mehr über ${new URL(before.issuer).hostname} öffnen.`,
    });
    return { id };
  });
}
