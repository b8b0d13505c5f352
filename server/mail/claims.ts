import { sql } from "kysely";
import { dayMs, minuteMs } from "../../contract/time/durations.ts";
import { skipLocked } from "../db/dialect/locks.ts";
import { registerClaimant } from "../jobs/claims.ts";
import type { Services } from "../trpc/context.ts";

/** Longer than an attempt can last by its own time limits. */
const leaseMs = 5 * minuteMs;
/** Far beyond what any mail waits for its next attempt. */
const maxWaitMs = 2 * dayMs;

const free = { state: "queued", claimedBy: null, claimedUntil: null } as const;

registerClaimant("mails", {
  async release({ db, nodes }, now) {
    await db
      .updateTable("mails")
      .set({ ...free, nextAttemptAt: now.toISOString() })
      .where("state", "=", "sending")
      .where(nodes.isGone(sql.ref("claimed_by")))
      .execute();
  },
  async releaseFuture(db, now) {
    const at = now.toISOString();
    const beyond = new Date(now.getTime() + maxWaitMs).toISOString();
    await db
      .updateTable("mails")
      .set({ createdAt: at, nextAttemptAt: at })
      .where("state", "=", "queued")
      .where("nextAttemptAt", ">", at)
      .where((eb) => eb.or([eb("createdAt", ">", at), eb("nextAttemptAt", ">", beyond)]))
      .execute();
    await db
      .updateTable("mails")
      .set({ ...free, nextAttemptAt: at })
      .where("state", "=", "sending")
      .where("claimedUntil", ">", beyond)
      .execute();
  },
});

/**
 * Takes the mail that is due first, so that nobody else sends it. Whoever dies over it loses it as soon as that is seen,
 * and at the latest after five minutes: a mail may arrive twice, but is never lost.
 */
export async function claimDueMail({ db, nodes, now }: Pick<Services, "db" | "nodes" | "now">) {
  if (!nodes.mayClaim()) return undefined;
  const at = now().toISOString();
  const due = db
    .selectFrom("mails as t")
    .select("id")
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "queued"), eb("nextAttemptAt", "<=", at)]),
        eb.and([eb("state", "=", "sending"), eb("claimedUntil", "<=", at)]),
      ]),
    )
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .modifyEnd(skipLocked);
  const claimedUntil = new Date(now().getTime() + leaseMs).toISOString();
  return db
    .updateTable("mails")
    .set({ state: "sending", claimedUntil, claimedBy: nodes.id })
    .where("id", "=", due)
    .returningAll()
    .executeTakeFirst();
}
