import { dayMs } from "../../contract/time/durations.ts";
import type { Services } from "../trpc/context.ts";

export const keptMailDays = 90;

/** Removes from the log what ended 90 days ago. */
export async function removeOldMails({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db
    .deleteFrom("mails")
    .where("endedAt", "<=", new Date(now().getTime() - keptMailDays * dayMs).toISOString())
    .execute();
}
