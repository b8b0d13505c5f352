import type { PublicState } from "../../../contract/status-pages/status-pages.ts";
import { statusPageDays } from "../../../contract/status-pages/status-pages.ts";
import type { Services } from "../../trpc/context.ts";
import { readStrips } from "../checks/strips.ts";

export interface SiteDays {
  /** One for each day, the newest last. */
  days: PublicState[];
  /** Basis points; null where nothing is known. */
  uptime: number | null;
}

/** How websites were in the time that a status page shows; those of which nothing is known are absent. */
export const readSiteDays = (
  ctx: Pick<Services, "db" | "now" | "checks">,
  websiteIds: readonly string[],
): Promise<Map<string, SiteDays>> => readStrips(ctx, { type: "website", ids: websiteIds, count: statusPageDays });
