import { z } from "../zod.ts";

/** The job that reads the mailbox. */
export const mailboxJob = "dmarc-mailbox";
/** How long the portal tells of a mail that it could not read. */
export const keptUnreadDays = 30;

export const readMailbox = z.strictObject({});
export const fetchMailbox = z.strictObject({});

/** What came of one run. */
export interface MailboxOutcome {
  /** Reports that were not known yet. */
  reports: number;
  /** Reports that had been stored before. */
  known: number;
  /** Mails without a report; they stay as they are. */
  others: number;
  /** Attachments that could not be read. */
  unread: number;
  /** The run has reached its limit; the next one goes on. */
  hasMore: boolean;
}

/** A mail with an attachment that could not be read as a report. */
export interface UnreadMail {
  id: string;
  sender: string;
  subject: string;
  sentAt: Date | null;
  /** Null where the mail itself could not be read. */
  file: string | null;
  reason: string;
}

export interface DmarcMailboxView {
  isConfigured: boolean;
  /** Null before the first run. */
  last: { at: Date; isRunning: boolean; error: string | null; outcome: MailboxOutcome | null } | null;
  unread: UnreadMail[];
  moreUnread: number;
}

/** What came of a run, in words: „3 Berichte übernommen, 1 war schon da.“ */
export function mailboxOutcomeText({ reports, known, others, unread, hasMore }: MailboxOutcome): string {
  const taken =
    reports === 1 ? "1 Bericht übernommen" : `${reports || "Keine neuen"} Berichte${reports ? " übernommen" : ""}`;
  const more = [
    known > 0 && (known === 1 ? "1 war schon da" : `${known} waren schon da`),
    unread > 0 && (unread === 1 ? "1 Anhang nicht lesbar" : `${unread} Anhänge nicht lesbar`),
    others > 0 &&
      (others === 1 ? "1 andere Nachricht nicht angefasst" : `${others} andere Nachrichten nicht angefasst`),
  ].filter((part) => part !== false);
  const sentence = `${[taken, ...more].join(", ")}.`;
  return hasMore ? `${sentence} Den Rest holt der nächste Lauf.` : sentence;
}
