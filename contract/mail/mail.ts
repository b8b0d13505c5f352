import { keysOf } from "../narrowing.ts";
/** `queued` waits for its next attempt, `dropped` had no mail server for a day. */
export const mailStateLabels = {
  queued: "Wartet",
  sending: "Wird gesendet",
  sent: "Gesendet",
  failed: "Fehlgeschlagen",
  dropped: "Verfallen",
} as const;
export type MailState = keyof typeof mailStateLabels;
export const mailStates = keysOf(mailStateLabels);

export const mailKindLabels = {
  notification: "Benachrichtigung",
  digest: "Zusammenfassung",
  account: "Konto",
  question: "Frage an Kunden",
  incident: "Kundeninfo zu einer Störung",
  hostInfo: "Kundeninfo zu einem Hoster",
  test: "Testmail",
} as const;
export type MailKind = keyof typeof mailKindLabels;
export const mailKinds = keysOf(mailKindLabels);

export type AttemptOutcome = "sent" | "retry" | "failed";

export interface MailAttempt {
  at: Date;
  outcome: AttemptOutcome;
  /** The mail server's own words where it said any. */
  answer: string;
}

/** A mail as the delivery log shows it; what it says is nobody's but its reader's. */
export interface LoggedMail {
  id: string;
  to: { email: string; name: string; userId: string | null };
  kind: MailKind;
  subject: string;
  state: MailState;
  answer: string | null;
  attempts: MailAttempt[];
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  canResend: boolean;
}

/** How mail stands as a whole. */
export interface MailStatus {
  isConfigured: boolean;
  waiting: number;
  failedToday: number;
  lastSentAt: Date | null;
}

/** What came of a test: the whole talk with the server, without passwords. */
export interface MailTest {
  isSent: boolean;
  to: string;
  /** In words: what happened. */
  answer: string;
  talk: { by: "portal" | "server"; text: string }[];
}
