import { escapeHtml } from "../../contract/document/html.ts";
import type { Tx } from "../db/transact.ts";
import { mailMessages } from "../mail/mail-messages.ts";
import { queueMail } from "../mail/queue.ts";
import { notify } from "../notifications/notify.ts";

interface SecurityNotice {
  userId: string;
  title: string;
  text: string;
}

/** Tells a person, in the bell and by mail, that their way in has changed. */
export async function noticeSecurity(tx: Tx, { userId, title, text }: SecurityNotice): Promise<void> {
  const { name, email } = await tx.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const path = `/users/${userId}/security`;
  const message = escapeHtml(text);
  // They may have done it themself, and the mail is written below.
  const always = { actorId: null, mayMail: false };
  await notify(tx, { forUserId: userId, title, message, category: "system", link: path, ...always });
  await queueMail(tx, {
    to: { email, name },
    toUserId: userId,
    ...(await mailMessages(tx.db, "security", { Name: name, Ereignis: title, Beschreibung: text })),
    action: { label: "Sicherheit ansehen", path },
  });
}
