import type { Tx } from "../db/transact.ts";

/** A mail in words; how it looks is the template's. */
export interface NewMail {
  to: { email: string; name: string };
  subject: string;
  /** Plain text; the template escapes it. */
  paragraphs: readonly string[];
  /** One button; `path` begins with `/`. */
  action?: { label: string; path: string };
}

/** Puts a mail into the queue; it leaves after the commit. */
export async function queueMail(_tx: Tx, _mail: NewMail): Promise<void> {}
