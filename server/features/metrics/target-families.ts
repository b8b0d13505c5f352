import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";

/** Slow is up; what nobody looks at, or is under maintenance, is neither. */
const upByStatus: Readonly<Record<string, 0 | 1>> = { online: 1, degraded: 1, offline: 0 };

/**
 * The figures of every website and host in OpenMetrics. They are written here and not by gauges, which hash the labels of
 * each of 40,000 samples: that takes ten times as long.
 */
export async function readTargetFamilies(db: Db, now: Date): Promise<string> {
  const websites = await db
    .selectFrom("websites")
    .select(["id", "title", "status", "responseTimeMs", "certificateExpiresAt", "uptime30d"])
    .where("archivedAt", "is", null)
    .where("checkedAt", "is not", null)
    .orderBy("id")
    .execute();
  const hosts = await db
    .selectFrom("hosts")
    .select(["id", "title", "status"])
    .where("archivedAt", "is", null)
    .where("checkedAt", "is not", null)
    .orderBy("id")
    .execute();
  const up = openFamily("website_up", "Whether a website can be reached; absent while that is unknown.");
  const seconds = openFamily("website_response_seconds", "Response time of the last check.");
  const days = openFamily("website_certificate_days", "Days until the certificate ends.");
  const uptime = openFamily("website_uptime_30d_ratio", "Availability of the last 30 days.");
  const hostUp = openFamily("host_up", "Whether a host can be reached; absent while that is unknown.");
  for (const { status, responseTimeMs, certificateExpiresAt, uptime30d, ...website } of websites) {
    const labels = labelsOf(website);
    up.add(labels, upByStatus[status]);
    seconds.add(labels, responseTimeMs === null ? undefined : responseTimeMs / 1000);
    uptime.add(labels, uptime30d === null ? undefined : uptime30d / 10_000);
    const left = certificateExpiresAt === null ? undefined : Date.parse(certificateExpiresAt) - now.getTime();
    days.add(labels, left === undefined ? undefined : Math.round((left / dayMs) * 100) / 100);
  }
  for (const { status, ...host } of hosts) hostUp.add(labelsOf(host), upByStatus[status]);
  return [up, seconds, days, uptime, hostUp].map((family) => family.text()).join("");
}

function openFamily(name: string, help: string) {
  const full = `techcenter_${name}`;
  const lines = [`# HELP ${full} ${help}`, `# TYPE ${full} gauge`];
  return {
    /** A value that is not known has no sample. */
    add(labels: string, value: number | undefined): void {
      if (value !== undefined) lines.push(`${full}${labels} ${value}`);
    },
    text: () => `${lines.join("\n")}\n`,
  };
}

const escaped: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };
const escapeLabel = (text: string) => text.replace(/[\\"\n]/g, (character) => escaped[character] ?? character);
const labelsOf = ({ id, title }: { id: string; title: string }) => `{id="${id}",name="${escapeLabel(title)}"}`;
