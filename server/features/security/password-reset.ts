import { isMailConfigured } from "../../../contract/settings/mail.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { email as emailShape } from "../../../contract/users/users.ts";
import { beginAttempt, countsForSite } from "../../auth/attempts.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { actingAs } from "../../auth/surroundings.ts";
import { networkOf } from "../../client-network.ts";
import { activeUsers } from "../../db/active-users.ts";
import { transact } from "../../db/transact.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { queueMail } from "../../mail/queue.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { writeInvitation } from "../users/invitations.ts";

const validMs = hourMs;

/** Whether a forgotten password can be replaced by mail; without it an admin's link is the way. */
export async function canMailPasswords({ db }: Pick<Services, "db">): Promise<boolean> {
  return isMailConfigured(await readSettings(db, "mail"));
}

/** Refuses whoever asks too often; throws a SignInRefusal that says nothing about the account. */
export async function admitPasswordReset(services: Services, email: string, ip: string | undefined): Promise<void> {
  const address = email.trim().toLowerCase();
  const attempt = await beginAttempt({ ...services, ...actingAs(services, undefined) }, [
    { kind: "reset", value: `${address} ${networkOf(ip)}` },
    ...countsForSite("resetSite", address, ip),
    { kind: "resetEverywhere", value: address },
    { kind: "ip", value: networkOf(ip) },
  ]);
  if ("retryAfterMs" in attempt) throw new SignInRefusal("RateLimited", attempt.retryAfterMs);
}

/** Mails a link for a new password, valid for an hour, if there is an account; what it does must not be waited for. */
export async function mailPasswordReset(services: Services, given: string): Promise<void> {
  const email = emailShape.safeParse(given);
  if (!email.success || !(await canMailPasswords(services))) return;
  const person = await activeUsers(services.db)
    .select(["id", "name", "email"])
    .where("email", "=", email.data)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  if (!person) return;
  await transact(actingAs(services, undefined), async (tx) => {
    const { link } = await writeInvitation(tx, { person: undefined, now: services.now }, person.id, validMs);
    await tx.record({ kind: "user.password-reset-asked", subject: { type: "user", id: person.id } });
    await queueMail(tx, {
      to: { email: person.email, name: person.name },
      toUserId: person.id,
      ...(await mailMessages(tx.db, "passwordReset", { Name: person.name })),
      action: { label: "Neues Passwort setzen", path: link },
      vault: services.vault,
    });
  });
}
