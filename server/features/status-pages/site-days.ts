import type { PublicState } from "../../../contract/status-pages/status-pages.ts";
import { statusPageDays } from "../../../contract/status-pages/status-pages.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Services } from "../../trpc/context.ts";
import { readStrips } from "../checks/strips.ts";
import { readPublicOutages } from "./public-events.ts";

export interface SiteDays {
  /** One for each day, the newest last. */
  days: PublicState[];
  /** Basis points; null where nothing is known. */
  uptime: number | null;
}

/**
 * How websites were in the time that a status page shows; those of which nothing is known are absent. A day is red where
 * an outage is told of it: failures that were over before they were one are shown as impaired, so that no day is red
 * without a reason on the same page.
 */
export async function readSiteDays(
  ctx: Pick<Services, "db" | "now" | "checks">,
  websiteIds: readonly string[],
): Promise<Map<string, SiteDays>> {
  const strips = await readStrips(ctx, { type: "website", ids: websiteIds, count: statusPageDays });
  if (strips.size === 0) return new Map();
  const outages = Map.groupBy(await readPublicOutages(ctx, websiteIds), ({ targetId }) => targetId);
  const today = portalDate(ctx.now());
  const isTold = (id: string, day: string) =>
    (outages.get(id) ?? []).some(
      ({ since, until, endedAt }) =>
        portalDate(new Date(since)) <= day && day <= portalDate(new Date(until ?? endedAt ?? ctx.now())),
    );
  return new Map(
    [...strips].map(([id, { days, uptime }]): [string, SiteDays] => {
      const dayAt = (index: number) => addDays(today, index + 1 - days.length);
      const told = days.map((state, index) => (state === "offline" && !isTold(id, dayAt(index)) ? "degraded" : state));
      return [id, { days: told, uptime }];
    }),
  );
}
