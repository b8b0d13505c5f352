import type { z } from "zod";
import { joinPath } from "../../../contract/auth/auth.ts";
import { mailTexts } from "../../../contract/mail/mail-texts.ts";
import { isMailConfigured } from "../../../contract/settings/mail.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type * as contract from "../../../contract/users/users.ts";
import { invitationDays } from "../../../contract/users/users.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { queueMail } from "../../mail/queue.ts";
import { notFound } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { refuseTakenEmail } from "./commands.ts";

const lifetimeMs = invitationDays * dayMs;

/** Invites somebody; where a mail server is set up, the link is mailed to them. */
export async function inviteUser(
  ctx: PersonContext,
  { body }: z.infer<typeof contract.inviteUser>,
): Promise<contract.Invitation> {
  const user = { id: newId(), ...body };
  return transact(ctx, async (tx) => {
    await refuseTakenEmail(tx, { email: user.email, exceptUserId: user.id, field: "body.email" });
    await tx.db
      .insertInto("users")
      .values({ ...user, createdAt: ctx.now().toISOString() })
      .execute();
    const link = await writeInvitation(tx, ctx, user.id);
    await tx.record({ kind: "user.invited", subject: { type: "user", id: user.id }, after: body });
    return { user, ...link, ...(await mailInvitation(tx, ctx, user, link)) };
  });
}

/** A new link in place of the former one, with seven new days. */
export async function renewInvitation(ctx: PersonContext, { id }: { id: string }): Promise<contract.Invitation> {
  return transact(ctx, async (tx) => {
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "name", "email", "role"])
      .where("id", "=", id)
      .where("joinedAt", "is", null)
      .executeTakeFirst();
    if (!user) throw notFound();
    const link = await writeInvitation(tx, ctx, id);
    await tx.record({ kind: "user.invitation-renewed", subject: { type: "user", id } });
    return { user, ...link, ...(await mailInvitation(tx, ctx, user, link)) };
  });
}

async function mailInvitation(
  tx: Tx,
  { person, vault }: PersonContext,
  { id, name, email }: contract.Invitation["user"],
  { link }: { link: string },
): Promise<{ isMailed?: true }> {
  if (!isMailConfigured(await readSettings(tx.db, "mail"))) return {};
  await queueMail(tx, {
    to: { email, name },
    toUserId: id,
    ...(await mailMessages(tx.db, "invitation", { Name: name, Person: person.name })),
    action: { label: mailTexts.invitation.action, path: link },
    vault,
  });
  return { isMailed: true };
}

/** Takes back an invitation that nobody has accepted, and the account with it. */
export async function withdrawInvitation(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .deleteFrom("users")
      .where("id", "=", id)
      .where("joinedAt", "is", null)
      .returning(["name", "email", "role"])
      .executeTakeFirst();
    if (!before) throw notFound();
    await tx.record({ kind: "user.invitation-withdrawn", subject: { type: "user", id }, before });
    return { id };
  });
}

/** A link to /auth/join in place of a former one; `person` is who asked for it, if they are signed in. */
export async function writeInvitation(
  tx: Tx,
  { person, now: clock }: { person: { id: string } | undefined; now(): Date },
  userId: string,
  validMs = lifetimeMs,
) {
  const token = newToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + validMs);
  await deleteInvitation(tx, userId);
  await tx.db
    .insertInto("invitations")
    .values({
      id: newId(),
      userId,
      tokenHash: hashToken(token),
      invitedById: person?.id ?? null,
      createdAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
  return { link: `${joinPath}?token=${token}`, expiresAt };
}

/** Makes a person's open link void, if there is one. */
export async function deleteInvitation(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("invitations").where("userId", "=", userId).execute();
}
