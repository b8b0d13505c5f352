import type { PeerCertificate } from "node:tls";
import type { TechnologyRule } from "../../../contract/technologies/rules.ts";
import type { WebsiteScan } from "../../../contract/technologies/views.ts";
import { decodeBody } from "../../checks/probes/read-page.ts";
import { saysNoindex } from "../../lookups/search-engines.ts";
import type { ScannedPage } from "../../lookups/technologies/page-facts.ts";
import { scanPage } from "../../lookups/technologies/scan-page.ts";
import { connectGuarded, startTls } from "../../outbound/guarded-connect.ts";
import { type FollowedAnswer, follow, readUrl } from "../../outbound/guarded-fetch.ts";
import { acceptedEncodings } from "../../outbound/http-exchange.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import type { ResolveName } from "../../outbound/resolver.ts";
import { userAgent } from "../../outbound/user-agent.ts";

export interface ScanOrder {
  url: string;
  allowedNetworks: readonly string[];
  resolveName?: ResolveName | undefined;
  /** Name servers of its domain. */
  dns: readonly string[];
  ownRules: Readonly<Record<string, TechnologyRule>>;
  /** In whose turn the page is read. */
  forWhom: string;
  /** What robots.txt said when it was read last; null where that is not known. */
  formerShutOut?: boolean | null;
}

const timeoutMs = 20_000;
const maxPage = 1024 * 1024;
const maxProbe = 256 * 1024;
const maxHeaders = 60;
const maxValue = 300;
/** These change with each answer or tell one visitor from another. */
const unkept = new Set([
  "set-cookie",
  "date",
  "age",
  "expires",
  "etag",
  "last-modified",
  "content-length",
  "connection",
]);

export type FreshScan = Omit<WebsiteScan, "technologies"> & {
  technologies: Awaited<ReturnType<typeof scanPage>>["technologies"];
};

/** Looks at a website as a visitor without a browser does: its page, robots.txt, and at most three paths for versions. */
export async function fetchScan(order: ScanOrder): Promise<FreshScan> {
  const answer = await get(order, readUrl(order.url), maxPage);
  if (answer.status >= 400)
    throw new OutboundProblem(`Die Website antwortete mit dem HTTP-Status ${answer.status}.`, { code: "httpStatus" });
  const page: ScannedPage = {
    url: answer.url.href,
    html: decodeBody(answer.body, answer.headers["content-type"]),
    headers: answer.headers,
    issuer: await issuerOf(order, answer.url),
    dns: order.dns,
  };
  const first = await scanPage(order.forWhom, page, order.ownRules);
  const probes = await fetchTexts(order, answer.url, first.probes);
  const scan = first.probes.length === 0 ? first : await scanPage(order.forWhom, { ...page, probes }, order.ownRules);
  const robotsShutOut = (await readShutOut(order, answer.url)) ?? order.formerShutOut ?? null;
  return {
    url: order.url,
    finalUrl: answer.url.href,
    status: answer.status,
    title: scan.title,
    canonical: absolute(scan.canonical, answer.url),
    noindex: whyNoindex(answer, scan.robots) ?? (robotsShutOut ? shutOutByRobotsTxt : null),
    robotsShutOut,
    headers: Object.entries(answer.headers)
      .filter(([name]) => !unkept.has(name))
      .slice(0, maxHeaders)
      .map(([name, value]) => ({ name, value: String(value).slice(0, maxValue) })),
    redirects: answer.hops.map(({ status, url }) => ({ status, url: url.slice(0, maxValue) })),
    technologies: scan.technologies,
    rulesVersion: scan.rulesVersion,
    ...(Object.keys(scan.ownRules).length > 0 && { ownRules: scan.ownRules }),
  };
}

function get({ allowedNetworks, resolveName }: ScanOrder, url: URL, maxBytes: number): Promise<FollowedAnswer> {
  return follow({
    url,
    method: "GET",
    maxRedirects: 5,
    maxBytes,
    allowedNetworks,
    signal: AbortSignal.timeout(timeoutMs),
    ...(resolveName && { resolveName }),
    // What is wrong with a certificate is told by the check of it; what the page is made of can be seen all the same.
    acceptsInvalid: true,
    headers: {
      "User-Agent": userAgent(),
      Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "Accept-Language": "de,en;q=0.5",
      "Accept-Encoding": acceptedEncodings,
    },
  });
}

/** What cannot be fetched is left out: it is optional. */
async function fetchTexts(order: ScanOrder, base: URL, paths: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) {
    const answer = await get(order, new URL(path, base), maxProbe).catch(() => undefined);
    if (answer?.status === 200) found[path] = decodeBody(answer.body, answer.headers["content-type"]);
  }
  return found;
}

/** Why search engines leave out a website whose page says nothing about it. */
export const shutOutByRobotsTxt = "robots.txt schließt alle Suchmaschinen aus";

/** Whether robots.txt shuts out all crawlers; undefined where a server in trouble says nothing about it (RFC 9309, 2.3.1.4). */
async function readShutOut(order: ScanOrder, base: URL): Promise<boolean | undefined> {
  const answer = await get(order, new URL("/robots.txt", base), maxProbe).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return undefined;
  return answer.status === 200 && blocksAll(decodeBody(answer.body, answer.headers["content-type"]));
}

async function issuerOf({ allowedNetworks, resolveName }: ScanOrder, url: URL): Promise<string | null> {
  if (url.protocol !== "https:") return null;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const port = Number(url.port) || 443;
    const guard = { host: url.hostname, signal, allowedNetworks, ...(resolveName && { resolveName }) };
    const { socket } = await connectGuarded({ ...guard, port });
    const { socket: secure } = await startTls(socket, { host: url.hostname, signal, acceptsInvalid: true });
    const { issuer }: Partial<PeerCertificate> = secure.getPeerCertificate();
    secure.destroy();
    return [issuer?.O, issuer?.CN].filter(Boolean).join(" ") || null;
  } catch {
    return null;
  }
}

function absolute(canonical: string | null, base: URL): string | null {
  return canonical !== null && URL.canParse(canonical, base) ? new URL(canonical, base).href.slice(0, 500) : null;
}

function whyNoindex({ headers }: FollowedAnswer, robots: string | null): string | null {
  if (robots && saysNoindex(robots)) return `Meta-Angabe „robots: ${robots.slice(0, 80)}“`;
  const header = [headers["x-robots-tag"] ?? []].flat().join(", ");
  return saysNoindex(header) ? `Kopfzeile „X-Robots-Tag: ${header.slice(0, 80)}“` : null;
}

/** Whether the group for all crawlers forbids the whole site and allows nothing of it (RFC 9309). */
export function blocksAll(robotsTxt: string): boolean {
  let isForAll = false;
  let isInAgents = false;
  let blocks = false;
  for (const line of robotsTxt.slice(0, maxProbe).split(/\r\n?|\n/)) {
    const [, name = "", value = ""] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "user-agent") {
      isForAll = (isInAgents && isForAll) || value.trim() === "*";
      isInAgents = true;
      continue;
    }
    if (key !== "allow" && key !== "disallow") continue;
    isInAgents = false;
    if (!isForAll) continue;
    if (key === "disallow" && value.trim() === "/") blocks = true;
    if (key === "allow" && value.trim() !== "") return false;
  }
  return blocks;
}
