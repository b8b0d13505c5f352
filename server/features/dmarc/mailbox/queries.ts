import { type DmarcMailboxView, type MailboxOutcome, mailboxJob } from "../../../../contract/dmarc/dmarc-mailbox.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { isMailboxConfigured } from "../../../../contract/settings/dmarc-mailbox.ts";
import { toDate } from "../../../db/to-date.ts";
import { readStoredSettings } from "../../../settings/read-settings.ts";
import type { Services } from "../../../trpc/context.ts";

const shownUnread = 100;

/** How the mailbox stands: whether it is set up, how it was last read, and what could not be read. */
export async function readMailbox(services: Pick<Services, "db" | "nodes" | "jobs">): Promise<DmarcMailboxView> {
  const { db, jobs } = services;
  const { values, secrets } = await readStoredSettings(db, "dmarcMailbox");
  const isConfigured = isMailboxConfigured(values) && secrets.password !== undefined;
  const run = await db.selectFrom("jobRuns").selectAll().where("name", "=", mailboxJob).executeTakeFirst();
  const kept = await db.selectFrom("dmarcMailboxes").select("outcomeJson").executeTakeFirst();
  const unread = await db
    .selectFrom("dmarcUnreadMails")
    .select(["id", "sender", "subject", "sentAt", "file", "reason"])
    .orderBy("foundAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return {
    isConfigured,
    last:
      run && isConfigured
        ? {
            at: new Date(run.startedAt),
            isRunning: (await jobs.running(services)).has(mailboxJob),
            error: run.error,
            outcome: kept?.outcomeJson ? parseOwnJson<MailboxOutcome>(kept.outcomeJson) : null,
          }
        : null,
    unread: unread.slice(0, shownUnread).map((mail) => ({ ...mail, sentAt: toDate(mail.sentAt) })),
    moreUnread: Math.max(0, unread.length - shownUnread),
  };
}
