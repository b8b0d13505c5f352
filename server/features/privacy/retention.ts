import { alarmingKinds } from "../../../contract/change-events/change-events.ts";
import { signInKinds } from "../../../contract/changes/changes.ts";
import { undoMergeDays } from "../../../contract/merges/merges.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { silentContext, transact } from "../../db/transact.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";

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
  await removeHistory(
    { db, now },
    {
      signInsBefore: signInDays === null ? null : before(signInDays),
      historyBefore: historyDays === null ? null : before(historyDays),
    },
  );
  if (notificationDays !== null)
    await db.deleteFrom("notifications").where("readAt", "<", before(notificationDays)).execute();
}

/** Notes what it removes, so that the chain of the audit log tells that from what somebody else removed. */
async function removeHistory(
  services: Pick<Services, "db" | "now">,
  { signInsBefore, historyBefore }: { signInsBefore: string | null; historyBefore: string | null },
): Promise<void> {
  await transact(silentContext(services), async (tx) => {
    let removed = 0n;
    for (const [before, kinds] of [
      [signInsBefore, signInKinds],
      [historyBefore, undefined],
    ] as const) {
      if (before === null) continue;
      let doomed = tx.db.deleteFrom("changes").where("at", "<", before);
      if (kinds) doomed = doomed.where("kind", "in", kinds);
      removed += (await doomed.executeTakeFirst()).numDeletedRows;
    }
    if (removed === 0n) return;
    await tx.record({
      kind: "job.history-removed",
      subject: { type: "job", id: "retention" },
      after: { signInsBefore, historyBefore, removed: Number(removed) },
    });
  });
}
