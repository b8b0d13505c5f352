import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { SiteReport, SiteVulnerability } from "../../../contract/site-reports/site-reports.ts";
import type { Queryable } from "../../search/run.ts";
import { compareVersions } from "../end-of-life/releases.ts";
import type { KnownVulnerability, VersionRange } from "./feed.ts";
import { softwareKey } from "./feed-list.ts";

type Kind = KnownVulnerability["kind"];

/** Everything inside a website that vulnerabilities may be known of. */
export function softwareOf({ wordpress, plugins, themes }: SiteReport) {
  const of = (kind: Kind) => (each: { slug: string; name: string; version: string }) => ({ kind, ...each });
  return [
    { kind: "core" as const, slug: "wordpress", name: "WordPress", version: wordpress.version },
    ...plugins.map(of("plugin")),
    ...themes.map(of("theme")),
  ];
}

/** What of a website the feed has not been asked about yet. */
export const notComparedOf = (report: SiteReport, compared: ReadonlySet<string>) =>
  softwareOf(report).filter((each) => !compared.has(softwareKey(each)));

/** Whether a version lies in a range. */
export function isAffected(version: string, { from, to, hasFrom, hasTo }: VersionRange): boolean {
  const [low, high] = [from, to].map((bound) => (bound === null ? null : compareVersions(version, bound)));
  const isAbove = low === null || low === undefined || low > 0 || (hasFrom && low === 0);
  return isAbove && (high === null || high === undefined || high < 0 || (hasTo && high === 0));
}

/** What is known to be wrong with what a website has reported, the worst first. */
export async function findVulnerabilities(db: Queryable, report: SiteReport): Promise<SiteVulnerability[]> {
  const software = softwareOf(report);
  const rows = await db
    .selectFrom("knownVulnerabilities")
    .selectAll()
    .where(
      "slug",
      "in",
      software.map(({ slug }) => slug),
    )
    .execute();
  const found = rows.flatMap(({ id, kind, slug, title, rangesJson, patchedIn, score, url }) => {
    const ranges = parseOwnJson<VersionRange[]>(rangesJson);
    return software
      .filter((each) => each.kind === kind && each.slug === slug && each.version !== "")
      .filter(({ version }) => ranges.some((range) => isAffected(version, range)))
      .map(({ name, version }) => ({ id, slug, name, version, title, patchedIn, score, url }));
  });
  return found.sort((one, other) => (other.score ?? 0) - (one.score ?? 0) || one.title.localeCompare(other.title));
}
