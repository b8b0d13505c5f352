import { keptUnreadDays, type MailboxOutcome } from "../../../../contract/dmarc/dmarc-mailbox.ts";
import { dayMs } from "../../../../contract/time/durations.ts";
import type { Db } from "../../../db/connection.ts";
import { newId } from "../../../db/new-id.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import type { Services } from "../../../trpc/context.ts";
import type { MailboxServer } from "./connection.ts";

export interface UnreadPart {
  sender: string;
  subject: string;
  sentAt: Date | undefined;
  file: string | undefined;
  reason: string;
}

type Needed = Pick<Services, "db" | "now" | "live">;

/** Names a mailbox: another server, user or folder is another one. */
export const mailboxKeyOf = ({ host, port, user, folder }: MailboxServer): string =>
  JSON.stringify([host.toLowerCase(), port, user, folder]);

/** Where reading goes on: after everything that is done with, or at the beginning where the server counts anew. */
export async function openProgress(services: Needed, mailbox: string, uidValidity: string) {
  const { db } = services;
  const begun = { uidValidity, lastUid: 0, tries: 0, outcomeJson: null };
  await db
    .insertInto("dmarcMailboxes")
    .values({ place: mailbox, ...begun })
    .onConflict((conflict) =>
      conflict.column("place").doUpdateSet(begun).where("dmarcMailboxes.uidValidity", "!=", uidValidity),
    )
    .execute();
  await db.deleteFrom("dmarcMailboxes").where("place", "!=", mailbox).execute();
  const { lastUid } = await db
    .selectFrom("dmarcMailboxes")
    .select("lastUid")
    .where("place", "=", mailbox)
    .executeTakeFirstOrThrow();
  return {
    lastUid,
    /** Notes, before a mail is touched, that it is; returns how often it was begun. */
    async begin(): Promise<number> {
      const { tries } = await db
        .updateTable("dmarcMailboxes")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("place", "=", mailbox)
        .returning("tries")
        .executeTakeFirstOrThrow();
      return tries;
    },
    /** The mail itself is not to blame for what happens from here on. */
    async excuse(): Promise<void> {
      await db.updateTable("dmarcMailboxes").set({ tries: 0 }).where("place", "=", mailbox).execute();
    },
    /** Notes that a mail is done with, together with what could not be read in it. */
    async finish(uid: number, unread: readonly UnreadPart[]): Promise<void> {
      const foundAt = services.now().toISOString();
      await transact(systemContext(services), async (tx) => {
        await tx.db
          .updateTable("dmarcMailboxes")
          .set({ lastUid: uid, tries: 0 })
          .where("place", "=", mailbox)
          .execute();
        for (const { sentAt, file, ...part } of unread)
          await tx.db
            .insertInto("dmarcUnreadMails")
            .values({ id: newId(), ...part, file: file ?? null, sentAt: sentAt?.toISOString() ?? null, foundAt })
            .execute();
      });
    },
    async conclude(outcome: MailboxOutcome): Promise<void> {
      await db
        .updateTable("dmarcMailboxes")
        .set({ outcomeJson: JSON.stringify(outcome) })
        .where("place", "=", mailbox)
        .execute();
    },
  };
}

export type Progress = Awaited<ReturnType<typeof openProgress>>;

/** However much rubbish somebody sends to the address. */
const maxUnread = 1000;

/** Forgets senders and subjects of mails that could not be read. */
export async function forgetUnread(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptUnreadDays * dayMs).toISOString();
  await db.deleteFrom("dmarcUnreadMails").where("foundAt", "<", oldest).execute();
  const newest = db.selectFrom("dmarcUnreadMails").select("id").orderBy("foundAt", "desc").limit(maxUnread);
  await db.deleteFrom("dmarcUnreadMails").where("id", "not in", newest).execute();
}
