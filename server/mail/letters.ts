import type { MailTable } from "../db/tables/mails.ts";
import { readSettings } from "../settings/read-settings.ts";
import type { Services } from "../trpc/context.ts";
import { readContent } from "./queue.ts";
import { renderMail } from "./template.ts";
import type { Letter } from "./transport.ts";
import { signUnsubscribe } from "./unsubscribe-token.ts";

type Written = Pick<MailTable, "id" | "toUserId" | "toEmail" | "toName" | "subject" | "contentJson">;

/** A queued mail as it goes out; the same mail has the same Message-ID however often it is tried. */
export async function toLetter({ db, baseUrl, signingKey, vault }: Services, mail: Written): Promise<Letter> {
  const content = readContent(mail.contentJson, vault);
  const portal = baseUrl();
  const { agencyName } = await readSettings(db, "general");
  const { toUserId: userId } = mail;
  const unsubscribeUrl =
    userId && content.unsubscribe
      ? `${portal}/api/mail/unsubscribe?t=${signUnsubscribe({ userId, channel: content.unsubscribe }, signingKey)}`
      : undefined;
  const head = {
    subject: mail.subject,
    name: mail.toName,
    agencyName,
    baseUrl: portal,
    preferencesUrl: userId ? `${portal}/users/${userId}/notifications` : undefined,
    unsubscribeUrl,
  };
  return {
    messageId: `<${mail.id}@${new URL(portal).hostname}>`,
    to: { name: mail.toName, email: mail.toEmail },
    subject: mail.subject,
    ...renderMail(content, head),
    unsubscribeUrl,
  };
}
