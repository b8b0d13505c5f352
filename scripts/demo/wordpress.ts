import { createHmac } from "node:crypto";
import type { SiteReport } from "../../contract/site-reports/site-reports.ts";
import { dayMs, hourMs } from "../../contract/time/durations.ts";
import { newestRelease } from "../../server/features/end-of-life/releases.ts";
import { connectReporter } from "../../server/features/site-reports/commands.ts";
import { receiveSiteReport } from "../../server/features/site-reports/receive.ts";
import type { Site, Stage } from "./stage.ts";
import { hashOf } from "./tempo.ts";
import type { World } from "./world.ts";

type Reporter = World["reporters"][number];

const connected = 14;
/** Slug, name, the version three weeks ago, that of today, and the one to update to. */
const plugins = [
  ["contact-form-7", "Contact Form 7", "6.0.6", "6.1.1", null],
  ["wordpress-seo", "Yoast SEO", "25.1", "25.6", "25.8"],
  ["borlabs-cookie", "Borlabs Cookie", "3.3.1", "3.3.1", null],
  ["wp-rocket", "WP Rocket", "3.18.3", "3.19.2", null],
  ["elementor", "Elementor", "3.29.2", "3.29.2", "3.31.0"],
  ["advanced-custom-fields-pro", "Advanced Custom Fields PRO", "6.4.2", "6.4.3", null],
  ["updraftplus", "UpdraftPlus", "1.25.6", "1.25.7", null],
  ["akismet", "Akismet", "5.4", "5.4", "5.5"],
] as const;

/**
 * Connects WordPress sites of the sample agency, which report for the first time three weeks ago. What has changed since
 * then the first of them reports when the demo starts, the others reported it one after the other.
 */
export async function connectWordPress(stage: Stage, sites: readonly Site[], by: string): Promise<Reporter[]> {
  const { services, present } = stage;
  const systems = await services.db
    .selectFrom("websites")
    .select(["id", "cmsVersion", "phpVersion"])
    .where("cms", "=", "WordPress")
    .where("cmsVersion", "is not", null)
    .execute();
  const reporters: Reporter[] = [];
  for (const { id, name } of sites) {
    const system = systems.find((each) => each.id === id);
    if (!system || reporters.length >= connected) continue;
    stage.setClock(new Date(present.getTime() - 21 * dayMs));
    const { key } = await connectReporter(stage.as(by), { websiteId: id });
    const [url = "", secret = ""] = key.split("#");
    const reporter: Reporter = {
      publicId: url.slice(url.lastIndexOf("/") + 1),
      secret,
      name,
      version: system.cmsVersion ?? "",
      php: system.phpVersion ?? "8.3",
    };
    const receive = (when: "then" | "now") =>
      receiveSiteReport(services, { publicId: reporter.publicId, ...signed(reporter, services.now(), when) });
    await receive("then");
    if (reporters.length > 0) {
      stage.setClock(new Date(present.getTime() - (reporters.length * 33 + 5) * hourMs));
      await receive("now");
    }
    reporters.push(reporter);
  }
  stage.setClock(present);
  return reporters;
}

/** What such a site sends at a moment. */
export function signed(reporter: Reporter, at: Date, when: "then" | "now"): { body: string; signature: string } {
  const body = JSON.stringify(reportOf(reporter, at, when));
  const stamp = Math.floor(at.getTime() / 1000);
  const hmac = createHmac("sha256", reporter.secret).update(`${stamp}.${body}`).digest("hex");
  return { body, signature: `t=${stamp},v1=${hmac}` };
}

function reportOf({ name, version, php }: Reporter, at: Date, when: "then" | "now"): SiteReport {
  const hash = hashOf(`${name} plugins`);
  const newest = newestRelease("wordpress")?.latest;
  const chosen = plugins.filter((_, index) => (hash >>> index) % 3 !== 0);
  const hasNewAdmin = when === "now" && hash % 5 === 0;
  return {
    format: 1,
    php,
    database: "10.11.6",
    cronDelayS: hash % 6 === 0 ? 9 * 3600 : 40,
    wordpress: { version, update: newest && newest !== version ? newest : null },
    plugins: chosen.map(([slug, title, before, today, update], index) => ({
      slug,
      name: title,
      version: when === "then" ? before : today,
      isActive: index !== 4,
      update,
    })),
    themes: [{ slug: "nordlicht-basis", name: "Nordlicht Basis", version: "2.8", isActive: true, update: null }],
    admins: ["nordlicht", ...(hasNewAdmin ? ["redaktion2"] : []), "technik"],
    health: { good: 16 + (hash % 4), recommended: hash % 5, critical: hash % 4 === 0 ? 1 : 0 },
    disk: { freeBytes: (4 + (hash % 60)) * 1024 ** 3, totalBytes: 80 * 1024 ** 3 },
    backup: { tool: "UpdraftPlus", at: Math.floor((at.getTime() - 7 * hourMs) / 1000) },
  };
}

/** Has the sites report to a portal from now on, as their plugin would. */
export function startSiteReports(portalUrl: string, reporters: readonly Reporter[]): void {
  const report = async () => {
    for (const reporter of reporters) {
      const { body, signature } = signed(reporter, new Date(), "now");
      const headers = { "Content-Type": "application/json", "X-TechCenter-Signature": signature };
      const url = new URL(`/api/v1/push/site/${reporter.publicId}`, portalUrl);
      await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    }
  };
  void report();
  setInterval(() => void report(), hourMs).unref();
}
