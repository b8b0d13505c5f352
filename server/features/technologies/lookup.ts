import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { WebsiteScan } from "../../../contract/technologies/views.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import type { LookupRule } from "../lookups/kinds.ts";
import { tagWebsite } from "./auto-tags.ts";
import { compareScans } from "./compare.ts";
import { fetchScan } from "./fetch-scan.ts";
import { loadOwnRules } from "./own-rules.ts";
import { fillFields, refreshSoftware } from "./software.ts";

/** Looks at a website once a day: what it is made of, in which versions, and what it tells search engines. */
export const technologyLookup: LookupRule<WebsiteScan, "website"> = {
  kind: "technologies",
  atOnce: 4,
  async ask({ services: { db, now }, tools: { resolveName }, allowedNetworks }, { id, url }, before) {
    const dns = await nameserversOf(db, id);
    const ownRules = await loadOwnRules(db);
    const formerShutOut = before?.robotsShutOut ?? null;
    const order = { url, allowedNetworks, resolveName, dns, ownRules, forWhom: "technologies", formerShutOut };
    const scan = await fetchScan(order);
    const at = now().toISOString();
    const firstSeen = new Map(before?.technologies.map(({ name, firstSeen: first }) => [name, first]));
    const technologies = scan.technologies.map((each) => ({
      ...each,
      firstSeen: firstSeen.get(each.name) ?? at,
      lastSeen: at,
    }));
    return { ...scan, technologies };
  },
  async keep(tx, { id }, scan, before) {
    const isFilled = await fillFields(tx, id, scan.technologies);
    const former = new Set(before?.technologies.map(({ name }) => name));
    const appeared = scan.technologies.flatMap(({ name }) => (former.has(name) ? [] : [name]));
    const isTagged = await tagWebsite(tx, id, appeared);
    const refreshed = await refreshSoftware(tx, [id]);
    const changes = before ? compareScans(before, scan) : [];
    const target = { type: "website", id } as const;
    await recordChangeEvents(
      tx,
      changes.map((change) => ({ ...change, target })),
    );
    // Deadlines and the search follow the fields; nobody has changed them here, so history keeps nothing.
    if (isFilled || isTagged) tx.announce({ kind: "website.updated", subject: target });
    if (isFilled || isTagged || refreshed.length > 0 || changes.length > 0 || !before)
      tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } });
  },
  waitMs: () => dayMs,
};

async function nameserversOf(db: Db, websiteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("websiteDomains as link")
    .innerJoin("domains as d", "d.id", "link.domainId")
    .select("d.nameservers")
    .where("link.websiteId", "=", websiteId)
    .where("link.role", "=", "main")
    .execute();
  return rows.flatMap(({ nameservers }) => parseOwnJson<string[]>(nameservers || "[]"));
}
