import type { z } from "zod";
import type { oneReporter, SiteReport, SiteReporterView } from "../../../contract/site-reports/site-reports.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { judgeSoftware } from "../end-of-life/software-state.ts";
import { readCompared } from "../vulnerabilities/feed-list.ts";
import { findVulnerabilities, notComparedOf } from "../vulnerabilities/match.ts";
import { lateMs } from "./silent.ts";

/** How a website is connected, and what it reported last. Throws not_found. */
export async function readReporter(
  ctx: PersonContext,
  { websiteId }: z.infer<typeof oneReporter>,
): Promise<SiteReporterView> {
  if (!(await isReadable(ctx.db, { type: "website", id: websiteId }, ctx.person))) throw notFound();
  const row = await ctx.db
    .selectFrom("siteReporters")
    .select(["createdAt", "lastAt", "reportJson"])
    .where("websiteId", "=", websiteId)
    .executeTakeFirst();
  if (!row)
    return {
      connectedAt: null,
      lastAt: null,
      isLate: false,
      report: null,
      phpState: null,
      vulnerabilities: null,
      notCompared: [],
    };
  const report: SiteReport | null = row.reportJson ? JSON.parse(row.reportJson) : null;
  const compared = report ? await readCompared(ctx.db) : undefined;
  const since = Date.parse(row.lastAt ?? row.createdAt);
  return {
    connectedAt: new Date(row.createdAt),
    lastAt: row.lastAt ? new Date(row.lastAt) : null,
    isLate: ctx.now().getTime() - since > lateMs,
    report,
    phpState: report && judgeSoftware("PHP", report.php, portalDate(ctx.now())),
    vulnerabilities: report && compared ? await findVulnerabilities(ctx.db, report) : null,
    notCompared: report && compared ? notComparedOf(report, compared).map(({ name }) => name) : [],
  };
}
