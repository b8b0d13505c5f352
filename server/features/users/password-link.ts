import type * as contract from "../../../contract/users/users.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { writeInvitation } from "./invitations.ts";

/** The way back in for a member who forgot the password; the former password works until the link is used. */
export async function createPasswordLink(ctx: PersonContext, { id }: { id: string }): Promise<contract.Invitation> {
  if (id === ctx.person.id)
    throw precondition("Für dich selbst gibt es keinen Link: Das eigene Passwort änderst du unter „Sicherheit“.");
  return transact(ctx, async (tx) => {
    const member = await tx.db
      .selectFrom("users")
      .select(["name", "email", "role", "joinedAt", "deactivatedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!member) throw notFound();
    const { joinedAt, deactivatedAt, ...user } = member;
    if (deactivatedAt) throw precondition("Dieses Konto ist gesperrt.");
    if (!joinedAt) throw precondition("Diese Person hat die Einladung noch nicht angenommen.");
    const link = await writeInvitation(tx, ctx, id);
    await tx.record({ kind: "user.password-link-created", subject: { type: "user", id } });
    return { user: { id, ...user }, ...link };
  });
}

const precondition = (message: string) => new Problem("precondition", { message });
