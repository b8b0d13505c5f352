import { minuteMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";

/** Jobs run every minute, so a longer silence means that no portal ran on this database. */
const maxSilenceMs = 10 * minuteMs;

/**
 * Records at a start that no portal ran since the last job. Where no job ever ran, the database is new, and all that
 * lies in the store already comes from elsewhere. Jobs that ran in the future say nothing.
 */
export async function recordDowntime(db: Db, now: Date): Promise<void> {
  const { lastAt } = await db
    .selectFrom("jobRuns")
    .select((eb) => eb.fn.max("startedAt").as("lastAt"))
    .where("startedAt", "<=", now.toISOString())
    .executeTakeFirstOrThrow();
  const from = lastAt ? new Date(lastAt) : new Date(0);
  if (now.getTime() - from.getTime() <= maxSilenceMs) return;
  await db
    .insertInto("downtimes")
    .values({ fromAt: from.toISOString(), untilAt: now.toISOString() })
    .onConflict((conflict) => conflict.column("fromAt").doUpdateSet({ untilAt: now.toISOString() }))
    .execute();
}

/** Tells of a time whether the portal was down at any moment of it. */
export async function readDowntimes(db: Db): Promise<(from: Date, until?: Date) => boolean> {
  const rows = await db.selectFrom("downtimes").selectAll().execute();
  const spans = rows.map(({ fromAt, untilAt }) => [new Date(fromAt), new Date(untilAt)] as const);
  return (from, until = from) => spans.some(([begin, end]) => begin < until && from < end);
}
