import type { Generated } from "kysely";
import type { AttemptOutcome, MailKind, MailState } from "../../../contract/mail/mail.ts";

export interface MailTables {
  notificationPreferences: NotificationPreferenceTable;
  mails: MailTable;
  mailAttempts: MailAttemptTable;
}

export interface NotificationPreferenceTable {
  userId: string;
  /** What differs from the defaults. */
  valuesJson: string;
  version: Generated<number>;
  updatedAt: string;
}

export interface MailTable {
  id: string;
  toUserId: string | null;
  toEmail: string;
  toName: string;
  kind: MailKind;
  subject: string;
  /** What the template renders; of a confidential mail it is gone once the mail has left or was given up. */
  contentJson: string | null;
  isConfidential: Generated<0 | 1>;
  state: MailState;
  attempts: Generated<number>;
  /** Of queued mails. */
  nextAttemptAt: string | null;
  /** Of mails that are being sent: from then on another may take them over. */
  claimedUntil: string | null;
  /** The process that sends it. */
  claimedBy: string | null;
  /** The last words of the mail server, or why there were none. */
  answer: string | null;
  createdAt: string;
  endedAt: string | null;
}

export interface MailAttemptTable {
  id: string;
  mailId: string;
  at: string;
  outcome: AttemptOutcome;
  answer: string;
}
