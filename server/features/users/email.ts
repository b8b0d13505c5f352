import type { z } from "zod";
import { confirmEmailPath } from "../../../contract/auth/auth.ts";
import { isMailConfigured } from "../../../contract/settings/mail.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type * as contract from "../../../contract/users/users.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { beginStep, endStepsOf, findStep, takeStep } from "../../auth/steps.ts";
import { type AuthSurroundings, actingAs } from "../../auth/surroundings.ts";
import { activeUsers } from "../../db/active-users.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { queueMail } from "../../mail/queue.ts";
import { forbidden, notFound, Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { refuseTakenEmail } from "./commands.ts";
import { deleteInvitation } from "./invitations.ts";
import { canEditProfile } from "./policy.ts";

const confirmWithinMs = dayMs;

interface Asked {
  email: string;
}

/**
 * Changes an address. One's own counts once it is confirmed through a link mailed to it; without a mail server, and
 * where an admin changes somebody else's, it counts at once. The former address learns of both.
 */
export async function changeEmail(
  ctx: PersonContext,
  { id, email }: z.infer<typeof contract.changeEmail>,
): Promise<contract.EmailChange> {
  if (!canEditProfile(ctx.person, id)) throw forbidden();
  const isOwn = ctx.person.id === id;
  const needsConfirmation = isOwn && isMailConfigured(await readSettings(ctx.db, "mail"));
  return transact(ctx, async (tx) => {
    const before = await tx.db.selectFrom("users").select(["name", "email"]).where("id", "=", id).executeTakeFirst();
    if (!before) throw notFound();
    if (before.email === email) return { state: "unchanged" };
    await refuseTakenEmail(tx, { email, exceptUserId: id, field: "email" });
    if (needsConfirmation) {
      await mailConfirmation(tx, ctx, { id, name: before.name, email });
      return { state: "asked" };
    }
    const by = isOwn ? "Jemand" : ctx.person.name;
    await writeEmail(tx, { id, before: before.email, email, by });
    return { state: "changed" };
  });
}

async function mailConfirmation(
  tx: Tx,
  { vault }: Pick<Services, "vault">,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const now = tx.now();
  await endStepsOf(tx.db, id, "email.change");
  const details: Asked = { email };
  const token = await beginStep(tx.db, { kind: "email.change", userId: id, details, lifetimeMs: confirmWithinMs, now });
  const text = `Für dein Konto wurde diese E-Mail-Adresse angegeben: ${email}. Sie gilt, sobald du sie bestätigst. Der Link ist 24 Stunden gültig.`;
  await queueMail(tx, {
    to: { email, name },
    ...(await mailMessages(tx.db, "security", {
      Name: name,
      Ereignis: "E-Mail-Adresse bestätigen",
      Beschreibung: text,
    })),
    action: { label: "Adresse bestätigen", path: `${confirmEmailPath}?token=${token}` },
    vault,
  });
  await tx.record({ kind: "user.email-change-asked", subject: { type: "user", id }, after: { email } });
  await noticeSecurity(tx, {
    userId: id,
    title: "Neue E-Mail-Adresse angegeben",
    text: `Dein Konto soll die E-Mail-Adresse ${email} bekommen, sobald sie bestätigt ist. Warst du das nicht, ändere dein Passwort: Damit verfällt der Link.`,
  });
}

/** The address that a link is to confirm; undefined when the link is unknown, used or expired. */
export async function findEmailChange({ db, now }: AuthSurroundings, token: string): Promise<string | undefined> {
  return (await findStep<Asked>(db, "email.change", token, now()))?.details.email;
}

/** Makes a confirmed address the account's, once per link. */
export async function confirmEmail(surroundings: AuthSurroundings, token: string): Promise<void> {
  const found = await findStep<Asked>(surroundings.db, "email.change", token, surroundings.now());
  await transact(actingAs(surroundings, found?.userId ?? undefined), async (tx) => {
    const step = await takeStep<Asked>(tx.db, "email.change", token, surroundings.now());
    if (!step?.userId) throw linkOver();
    const { userId: id } = step;
    const { email } = step.details;
    const before = await activeUsers(tx.db).select("email").where("id", "=", id).executeTakeFirst();
    if (!before) throw linkOver();
    await refuseTakenEmail(tx, { email, exceptUserId: id, field: "email" });
    await writeEmail(tx, { id, before: before.email, email, by: "Jemand" });
  });
}

/** Tells the former address, which a link for a new password may have been mailed to. */
async function writeEmail(
  tx: Tx,
  { id, before, email, by }: { id: string; before: string; email: string; by: string },
): Promise<void> {
  const { joinedAt } = await tx.db
    .selectFrom("users")
    .select("joinedAt")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (joinedAt) {
    await deleteInvitation(tx, id);
    await endStepsOf(tx.db, id, "email.change");
    await noticeSecurity(tx, {
      userId: id,
      title: "E-Mail-Adresse geändert",
      text: `${by} hat die E-Mail-Adresse deines Kontos geändert. Sie lautet jetzt ${email}; mit ihr meldest du dich an.`,
    });
  }
  await tx.db
    .updateTable("users")
    .set({ email })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await tx.record({
    kind: "user.updated",
    subject: { type: "user", id },
    before: { email: before },
    after: { email },
  });
}

const linkOver = () =>
  new Problem("precondition", {
    message: "Dieser Link ist abgelaufen oder wurde schon verwendet. Ändere die Adresse bitte noch einmal.",
  });
