import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { isExpected, recordChangeEvents } from "../change-events/record.ts";

/** Reports come hourly, but only when somebody visits the website. */
export const lateMs = 26 * hourMs;

/**
 * Tells once of each live website that has reported of itself and no longer does: who reads its versions and its
 * administrators there would take old ones for the present. What is under maintenance may be silent until that is over.
 */
export async function tellSilentReporters(services: Pick<Services, "db" | "now" | "live">): Promise<void> {
  const { db, now } = services;
  const silent = await db
    .selectFrom("siteReporters as r")
    .innerJoin("websites as w", "w.id", "r.websiteId")
    .select(["r.websiteId", "r.lastAt"])
    .where("r.lastAt", "<", new Date(now().getTime() - lateMs).toISOString())
    .where("w.archivedAt", "is", null)
    .where("w.lifecycle", "=", "live")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("changeEvents as e")
            .select("e.id")
            .where("e.targetType", "=", "website")
            .whereRef("e.targetId", "=", "r.websiteId")
            .where("e.kind", "=", "reporter")
            .whereRef("e.at", ">", "r.lastAt"),
        ),
      ),
    )
    .execute();
  for (const { websiteId, lastAt } of silent)
    await transact(systemContext(services), async (tx) => {
      const target = { type: "website", id: websiteId } as const;
      if (lastAt === null || (await isExpected(tx, target, tx.now().toISOString()))) return;
      const last = `zuletzt am ${formatCalendarDate(portalDate(new Date(lastAt)))}`;
      await recordChangeEvents(tx, [
        { source: "technology", kind: "reporter", target, before: [last], after: ["keine Meldung mehr"] },
      ]);
      tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
    });
}
