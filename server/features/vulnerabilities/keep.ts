import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { SiteReport } from "../../../contract/site-reports/site-reports.ts";
import type { Tx } from "../../db/transact.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { readCompared, wantFeed } from "./feed-list.ts";
import { findVulnerabilities, notComparedOf } from "./match.ts";

/**
 * Compares what a website reported with what is known, tells what is new, and has the feed read anew for what it was not
 * asked about. A count of zero says that everything was compared. Says whether the count or what is known changed.
 */
export async function keepVulnerabilities(tx: Tx, id: string, report: SiteReport): Promise<boolean> {
  const compared = await readCompared(tx.db);
  const former = await tx.db
    .selectFrom("websites as w")
    .innerJoin("siteReporters as r", "r.websiteId", "w.id")
    .select(["w.vulnerabilities", "r.vulnerabilitiesJson"])
    .where("w.id", "=", id)
    .executeTakeFirst();
  if (!former) return false;
  const found = compared ? await findVulnerabilities(tx.db, report) : [];
  const open = compared ? notComparedOf(report, compared) : [];
  const keyOf = (each: { slug: string; id: string }) => `${each.slug} ${each.id}`;
  const keys = [...new Set(found.map(keyOf))];
  const known = parseOwnJson<string[]>(former.vulnerabilitiesJson);
  const news = found.filter((each) => !known.includes(keyOf(each)));
  const vulnerabilities = keys.length > 0 || (compared && open.length === 0) ? keys.length : null;
  if (compared) {
    // What was told of stays known while nothing can be said about it, so that it is not told of again.
    const slugs = new Set(open.map(({ slug }) => slug));
    const kept = known.filter((key) => !keys.includes(key) && slugs.has(key.split(" ")[0] ?? ""));
    await tx.db
      .updateTable("siteReporters")
      .set({ vulnerabilitiesJson: JSON.stringify([...keys, ...kept]) })
      .where("websiteId", "=", id)
      .execute();
  }
  await tx.db.updateTable("websites").set({ vulnerabilities }).where("id", "=", id).execute();
  if (open.length > 0) await wantFeed(tx);
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
  return news.length > 0 || vulnerabilities !== former.vulnerabilities;
}
