import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ForeignPage } from "../foreign-page.ts";
import type { VisitTools } from "./visits.ts";

export interface InspectInput {
  url: string;
}

/** What a page does by itself, before anybody has clicked or agreed to anything. */
export interface Inspection {
  url: string;
  status: number;
  requests: { url: string; type: string; status: number | null }[];
  /** The page asked for more than it may, and was cut off from the network. */
  isCutOff: boolean;
  cookies: { name: string; domain: string; days: number | null }[];
  /** Links as they stand after the page's scripts have run. */
  links: { url: string; text: string; isNofollow: boolean }[];
  /** What tells a form to sign in from a page, as it stands then; null where it could not be read. */
  signIn: { hasPassword: boolean; textLength: number; linkCount: number } | null;
  barriers: Barrier[] | { unavailable: string };
  figures: { lcpMs: number | null; cls: number | null; fcpMs: number | null; ttfbMs: number | null };
  weightBytes: number;
  webp: Uint8Array | null;
}

interface Barrier {
  id: string;
  impact: "minor" | "moderate" | "serious" | "critical" | null;
  help: string;
  helpUrl: string;
  selectors: string[];
  count: number;
}

const window = { viewport: { width: 1440, height: 900 } };
const idleMs = 6000;
const axeMs = 15_000;
const picture = { quality: 70, timeoutMs: 8000 };
const maxCookies = 200;

/** Opens a page as somebody would who touches nothing, and writes down what it asks for, sets and measures. */
export async function inspectPage(tools: VisitTools, { url }: InspectInput): Promise<Inspection> {
  const page = await tools.openPage(window);
  const weigh = await openScale(page);
  const opened = await page.open(url);
  await page.waitUntilIdle(idleMs);
  const figures = await page.evaluate<Inspection["figures"]>(measure).catch(() => nothingMeasured);
  const webp = await page.screenshot(picture).catch(() => null);
  const links = await page.evaluate<Inspection["links"]>(readLinks).catch(() => []);
  const signIn = await page.evaluate<Inspection["signIn"]>(readSignIn).catch(() => null);
  const cookies = await page.cookies();
  const now = Date.now() / 1000;
  // What the barriers are looked for with comes last: everything before it is the page's own doing.
  const requests = page
    .requests()
    .map(({ url: requestUrl, type, status }) => ({ url: requestUrl, type, status: status ?? null }));
  const weightBytes = weigh();
  return {
    ...opened,
    requests,
    weightBytes,
    isCutOff: page.isCutOff(),
    figures,
    links,
    signIn,
    webp,
    cookies: cookies.slice(0, maxCookies).map(({ name, domain, expires }) => ({
      name: name.slice(0, 100),
      domain: domain.slice(0, 200),
      days: expires > 0 ? (expires - now) / 86_400 : null,
    })),
    barriers: await findBarriers(page),
  };
}

/** Adds up what came over the wire. */
async function openScale({ raw: { cdp } }: ForeignPage): Promise<() => number> {
  let bytes = 0;
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await cdp.send("Network.enable");
  return () => Math.round(bytes);
}

const nothingMeasured = { lcpMs: null, cls: null, fcpMs: null, ttfbMs: null };

const measure = `(async () => {
  const entriesOf = (type) => new Promise((resolve) => {
    const found = [];
    try {
      new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type, buffered: true });
    } catch { return resolve(found); }
    setTimeout(() => resolve(found), 200);
  });
  const [paints, shifts] = await Promise.all([entriesOf("largest-contentful-paint"), entriesOf("layout-shift")]);
  const [navigation] = performance.getEntriesByType("navigation");
  const first = performance.getEntriesByName("first-contentful-paint")[0];
  // The worst window of shifts: at most a second apart, at most five seconds long.
  let worst = 0, sum = 0, from = 0, last = 0;
  for (const { value, startTime, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (sum === 0 || startTime - last > 1000 || startTime - from > 5000) { sum = 0; from = startTime; }
    sum += value; last = startTime; worst = Math.max(worst, sum);
  }
  const largest = paints.at(-1);
  return {
    lcpMs: largest ? Math.round(largest.startTime) : null,
    cls: first ? Math.round(worst * 1000) / 1000 : null,
    fcpMs: first ? Math.round(first.startTime) : null,
    ttfbMs: navigation ? Math.round(navigation.responseStart) : null,
  };
})()`;

const readLinks = `Array.from(document.querySelectorAll("a[href]")).slice(0, 1000)
  .map((link) => ({ url: String(link.href).slice(0, 2000), text: (link.getAttribute("aria-label") || link.textContent || "").replace(/\\s+/g, " ").trim().slice(0, 200), isNofollow: /\\bnofollow\\b/i.test(link.rel) }))
  .filter(({ url }) => /^(https?|mailto):/.test(url))`;

const readSignIn = `({
  hasPassword: document.querySelector('input[type="password" i]') !== null,
  textLength: (document.body ? document.body.innerText : "").replace(/\\s+/g, " ").trim().length,
  linkCount: document.querySelectorAll("a[href]").length,
})`;

let axe: string | undefined;

function axeScript(): string {
  if (axe) return axe;
  const require = createRequire(import.meta.url);
  const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const german = readFileSync(require.resolve("axe-core/locales/de.json"), "utf8");
  axe = `${source}; axe.configure({ locale: ${german} });`;
  return axe;
}

const runAxe = `axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"], iframes: false,
}).then(({ violations }) => violations.slice(0, 50).map(({ id, impact, help, helpUrl, nodes }) => ({
  id, impact: impact ?? null, help: help.slice(0, 300), helpUrl: helpUrl.slice(0, 300), count: nodes.length,
  selectors: nodes.slice(0, 20).map(({ target }) => target.flat().join(" ").slice(0, 300)),
})))`;

/** axe runs in a world of its own, so that the page cannot answer for it. */
async function findBarriers(page: ForeignPage): Promise<Inspection["barriers"]> {
  try {
    await page.evaluate(`(() => { ${axeScript()} })()`, axeMs);
    return await page.evaluate<Barrier[]>(runAxe, axeMs);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : "";
    return { unavailable: `Die Prüfung auf Barrieren ist nicht fertig geworden (${why?.slice(0, 120)}).` };
  }
}
