import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { SiteReport } from "../../../contract/site-reports/site-reports.ts";
import type { Tx } from "../../db/transact.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { findVulnerabilities } from "./match.ts";

/** Compares what a website reported with what is known, and tells what is new. Says whether anything changed. */
export async function keepVulnerabilities(tx: Tx, id: string, report: SiteReport): Promise<boolean> {
  const found = await findVulnerabilities(tx.db, report);
  const former = await tx.db
    .selectFrom("siteReporters")
    .select("vulnerabilitiesJson")
    .where("websiteId", "=", id)
    .executeTakeFirst();
  const known = parseOwnJson<string[]>(former?.vulnerabilitiesJson ?? "[]");
  const keys = [...new Set(found.map((each) => `${each.slug} ${each.id}`))];
  const news = found.filter((each) => !known.includes(`${each.slug} ${each.id}`));
  await tx.db
    .updateTable("siteReporters")
    .set({ vulnerabilitiesJson: JSON.stringify(keys) })
    .where("websiteId", "=", id)
    .execute();
  await tx.db.updateTable("websites").set({ vulnerabilities: keys.length }).where("id", "=", id).execute();
  await recordChangeEvents(
    tx,
    news.map(({ name, version, title }) => ({
      source: "technology",
      kind: "vulnerability",
      target: { type: "website", id },
      part: name,
      before: null,
      after: [`${title} (${version})`],
    })),
  );
  return news.length > 0 || keys.length !== known.length;
}
