import { dayMs } from "../../contract/time/durations.ts";
import type { Services } from "../trpc/context.ts";

const keptMs = 90 * dayMs;

/** Removes from the log what ended 90 days ago. */
export async function removeOldMails({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db
    .deleteFrom("mails")
    .where("endedAt", "<=", new Date(now().getTime() - keptMs).toISOString())
    .execute();
}
