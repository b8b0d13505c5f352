import { sql } from "kysely";
import { portalDate } from "../../../contract/time/today.ts";
import type { Tx } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";

type Table = "feedbackVotes" | "feedbackFollowers";

async function join(tx: Tx, { now }: Pick<RecordContext, "now">, table: Table, feedbackId: string, userId: string) {
  await tx.db
    .insertInto(table)
    .values({ feedbackId, userId, createdAt: now().toISOString() })
    .onConflict((conflict) => conflict.columns(["feedbackId", "userId"]).doNothing())
    .execute();
}

async function leave(tx: Tx, table: Table, feedbackId: string, userId: string) {
  await tx.db.deleteFrom(table).where("feedbackId", "=", feedbackId).where("userId", "=", userId).execute();
}

type Clock = Pick<RecordContext, "now">;

export const vote = (tx: Tx, ctx: Clock, id: string, userId: string) => join(tx, ctx, "feedbackVotes", id, userId);
export const unvote = (tx: Tx, id: string, userId: string) => leave(tx, "feedbackVotes", id, userId);
export const follow = (tx: Tx, ctx: Clock, id: string, userId: string) =>
  join(tx, ctx, "feedbackFollowers", id, userId);
export const unfollow = (tx: Tx, id: string, userId: string) => leave(tx, "feedbackFollowers", id, userId);

/** Moves votes and followers to another entry; whoever supports both counts once. */
export async function moveSupport(tx: Tx, from: string, to: string): Promise<void> {
  for (const name of ["feedback_votes", "feedback_followers"]) {
    const table = sql.table(name);
    await sql`insert into ${table} (feedback_id, user_id, created_at)
      select ${to}, user_id, created_at from ${table} as other where feedback_id = ${from}
      on conflict (feedback_id, user_id) do nothing`.execute(tx.db);
    await sql`delete from ${table} where feedback_id = ${from}`.execute(tx.db);
  }
}

/** Something happened here; that alone is no new version of the entry. */
export async function recordActivity(tx: Tx, { now }: Clock, id: string): Promise<void> {
  await tx.db
    .updateTable("feedback")
    .set({ lastActivityAt: portalDate(now()) })
    .where("id", "=", id)
    .execute();
}

/** Lets everybody's screens read the entry again. */
export function signalUpdate(tx: Tx, id: string): void {
  tx.signal({ event: "feedbackUpdated", payload: { feedback: { id } } });
}
