import { alarmingKinds } from "../../../contract/change-events/change-events.ts";
import { undoMergeDays } from "../../../contract/merges/merges.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";

const signInKinds = ["user.signed-in", "session.ended", "session.all-ended"] as const;

/** Titles, versions and records of DNS as they once were tell nobody anything after two years; what alarmed stays. */
const noticedDays = 2 * 366;

/** Removes what has been kept as long as the settings say. */
export async function keepRetention({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const { signInDays, historyDays, notificationDays } = await readSettings(db, "privacy");
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  await db
    .updateTable("merges")
    .set({ undoJson: null })
    .where("undoJson", "is not", null)
    .where("at", "<", before(undoMergeDays))
    .execute();
  await db
    .deleteFrom("changeEvents")
    .where("at", "<", before(noticedDays))
    .where("kind", "not in", alarmingKinds)
    .execute();
  if (signInDays !== null)
    await db.deleteFrom("changes").where("kind", "in", signInKinds).where("at", "<", before(signInDays)).execute();
  if (historyDays !== null) await db.deleteFrom("changes").where("at", "<", before(historyDays)).execute();
  if (notificationDays !== null)
    await db.deleteFrom("notifications").where("readAt", "<", before(notificationDays)).execute();
}
