import { minuteMs } from "../../contract/time/durations.ts";
import { processId } from "../jobs/claims.ts";
import type { Services } from "../trpc/context.ts";

/** Longer than an attempt can last by its own time limits. */
const leaseMs = 5 * minuteMs;

/**
 * Takes the mail that is due first, so that nobody else sends it. Whoever dies over it loses it to the next process
 * of its machine at once, and to any after five minutes: a mail may arrive twice, but is never lost.
 */
export async function claimDueMail({ db, now }: Pick<Services, "db" | "now">) {
  const at = now().toISOString();
  const claimedUntil = new Date(now().getTime() + leaseMs).toISOString();
  for (;;) {
    const due = await db
      .selectFrom("mails")
      .select("id")
      .where((eb) =>
        eb.or([
          eb.and([eb("state", "=", "queued"), eb("nextAttemptAt", "<=", at)]),
          eb.and([eb("state", "=", "sending"), eb("claimedUntil", "<=", at)]),
        ]),
      )
      .orderBy("createdAt")
      .orderBy("id")
      .executeTakeFirst();
    if (!due) return undefined;
    const claimed = await db
      .updateTable("mails")
      .set({ state: "sending", claimedUntil, claimedBy: processId })
      .where("id", "=", due.id)
      .where((eb) =>
        eb.or([
          eb.and([eb("state", "=", "queued"), eb("nextAttemptAt", "<=", at)]),
          eb.and([eb("state", "=", "sending"), eb("claimedUntil", "<=", at)]),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    if (claimed) return claimed;
  }
}
