import type { MailKind } from "../../contract/mail/mail.ts";
import { newId } from "../db/new-id.ts";
import type { Tx } from "../db/transact.ts";
import type { Vault } from "../vault.ts";

/** What a mail says; the template escapes all of it. */
export interface MailContent {
  paragraphs: readonly string[];
  /** One button; `path` begins with `/`. */
  action?: { label: string; path: string };
  /** Several things under headings, as in the daily mail. */
  sections?: readonly MailSection[];
  /** Ends with a link to where its reader chooses what to be mailed, and how to end this kind. */
  unsubscribe?: "mail" | "digest";
}

export interface MailSection {
  title: string;
  items: readonly { title: string; text: string; path: string | null; at: string }[];
}

/** A mail in words; how it looks is the template's. */
export interface NewMail extends MailContent {
  to: { email: string; name: string };
  toUserId?: string;
  subject: string;
  /** By default about an account. */
  kind?: MailKind;
  /** Its content is removed once it has left, as is due for links that let somebody in; by default so for accounts. */
  isConfidential?: boolean;
  /** Keeps its content unreadable in the database until it leaves, as is due for a link that lets somebody in. */
  vault?: Vault;
}

/** Puts a mail into the queue; it leaves after the commit, at the latest a minute later. */
export async function queueMail(tx: Tx, mail: NewMail): Promise<{ id: string }> {
  const { to, toUserId, subject, kind = "account", isConfidential = kind === "account", vault, ...content } = mail;
  const contentJson = JSON.stringify(content satisfies MailContent);
  const id = newId();
  const at = tx.now().toISOString();
  await tx.db
    .insertInto("mails")
    .values({
      id,
      toUserId: toUserId ?? null,
      toEmail: to.email,
      toName: to.name,
      kind,
      subject,
      contentJson: vault ? vault.seal(contentJson) : contentJson,
      isConfidential: isConfidential ? 1 : 0,
      state: "queued",
      nextAttemptAt: at,
      claimedUntil: null,
      answer: null,
      createdAt: at,
      endedAt: null,
    })
    .execute();
  tx.wake("mail");
  return { id };
}

/** What a queued mail says, sealed or not; nothing once its content is gone. */
export function readContent(contentJson: string | null, vault: Vault): MailContent {
  if (contentJson === null) return { paragraphs: [] };
  return JSON.parse(contentJson.startsWith("{") ? contentJson : vault.open(contentJson));
}
