import { dayMs } from "../../contract/time/durations.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { acceptFinding } from "../../server/features/legal/commands.ts";
import { keepRun } from "../../server/features/legal/keep.ts";
import { deriveLookups } from "../../server/features/lookups/derive.ts";
import { seenBy } from "../../server/lookups/legal/gather.ts";
import type { AxeViolation, BrowserRun, SeenCookie } from "../../server/lookups/legal/gathered.ts";
import { pageOf } from "../../server/lookups/legal/read-page.ts";
import { type LegalRunResult, type LegalTraits, runLegal } from "../../server/lookups/legal/run.ts";
import type { Fetched, SiteReader } from "../../server/lookups/legal/site-reader.ts";
import type { Cast } from "./cast.ts";
import { technician } from "./scenery.ts";
import { answerOf, bareSearch, type DemoSite, securely, trackingCookie } from "./sites/site-pages.ts";
import type { Stage } from "./stage.ts";
import { hashOf } from "./tempo.ts";

/** Websites whose runs of half a year are there, which the browser looks at first; of the others the last one is. */
const remembered = 12;
const weeks = 26;
/** When what was wrong with a website in former times had been mended. */
const mendedWeeks = [5, 9, 14];
/** The last run was so long ago; the next is due when the demo begins. */
const lastMs = 6 * dayMs;
const acceptedMs = 4 * dayMs;

interface Site {
  id: string;
  url: string;
  kind: string;
  lifecycle: string;
  customerName: string | null;
  name: string;
  known: DemoSite;
}

/** What the portal would have found at the websites week by week, read from the pages that their server renders. */
export async function rememberRuns(
  stage: Stage,
  sites: Readonly<Record<string, DemoSite>>,
  { broken }: Pick<Cast, "broken">,
): Promise<void> {
  const { services, present } = stage;
  await deriveLookups(services, ["legal"]);
  for (const [index, site] of (await readSites(stage, sites)).entries()) {
    const count = index < remembered ? weeks : 1;
    let traits: LegalTraits | null = null;
    let isUncheckable = false;
    for (let ago = count - 1; ago >= 0; ago -= 1) {
      stage.setClock(new Date(present.getTime() - lastMs - ago * 7 * dayMs));
      const result = await run(stage, site, { before: traits, isMended: ago < mendedOf(site.name) });
      isUncheckable = result.state === "uncheckable";
      if (result.state === "judged") traits = result.traits;
    }
    const at = services.now().toISOString();
    await services.db
      .updateTable("lookups")
      .set({
        triedAt: at,
        answeredAt: at,
        answerJson: JSON.stringify({ traits, isUncheckable, hasBrowserFailed: false }),
      })
      .where("kind", "=", "legal")
      .where("targetId", "=", site.id)
      .execute();
  }
  await acceptSome(
    stage,
    broken.sites.map(({ id }) => id),
  );
  stage.setClock(present);
}

/** What somebody has decided to leave as it is, each of another website that can be looked at. */
const accepted = [
  { rule: "header-csp", reason: "Kommt mit dem Relaunch im Frühjahr; der Kunde weiß Bescheid." },
  { rule: "third-party-google-fonts", reason: "Vom Datenschutzbeauftragten des Kunden geprüft und so gewünscht." },
] as const;

async function acceptSome(stage: Stage, down: readonly string[]): Promise<void> {
  stage.setClock(new Date(stage.present.getTime() - acceptedMs));
  const taken = [...down];
  for (const { rule, reason } of accepted) {
    const open = await stage.services.db
      .selectFrom("legalFindings")
      .select(["id", "websiteId"])
      .where("rule", "=", rule)
      .where("goneAt", "is", null)
      .orderBy("id")
      .execute();
    const finding = open.find(({ websiteId }) => !taken.includes(websiteId));
    if (!finding) continue;
    taken.push(finding.websiteId);
    await acceptFinding(stage.as(technician), { id: finding.id, reason });
  }
}

const mendedOf = (name: string) => mendedWeeks[hashOf(`${name} mended`) % mendedWeeks.length] ?? 0;

async function readSites({ services }: Stage, sites: Readonly<Record<string, DemoSite>>): Promise<Site[]> {
  const rows = await services.db
    .selectFrom("websites as w")
    .leftJoin("customers as c", "c.id", "w.customerId")
    .select(["w.id", "w.url", "w.kind", "w.lifecycle", "c.name as customerName"])
    .where("w.lifecycle", "=", "live")
    .where("w.archivedAt", "is", null)
    .orderBy("w.sortTitle")
    .execute();
  return rows.flatMap((row) => {
    const name = new URL(row.url).hostname;
    const known = sites[name];
    return known ? [{ ...row, name, known }] : [];
  });
}

interface Moment {
  before: LegalTraits | null;
  isMended: boolean;
}

async function run({ services }: Stage, site: Site, { before, isMended }: Moment): Promise<LegalRunResult> {
  const reader = readerOf(site, isMended);
  const result = await runLegal(site, reader, async (url) => seenBy(seenIn(site, await reader.get(url)), []));
  await transact(systemContext(services), (tx) => keepRun(tx, site.id, result, { before }));
  return result;
}

/** The pages as the server of the demo answers for them; before they were mended they brought more from elsewhere. */
function readerOf({ name, known }: Site, isMended: boolean): SiteReader {
  const answer = (url: URL): Fetched => {
    const { status, headers, body } = answerOf(name, url.pathname, known);
    const isAsItWas = !isMended && url.pathname === "/";
    const former = isAsItWas
      ? body.replace("</head>", `${formerly}</head>`).replace("</main>", `${bareSearch}</main>`)
      : body;
    const plain = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value)] as const);
    return { url: url.href, status, headers: Object.fromEntries(plain), body: former };
  };
  return {
    isOver: () => false,
    async get(asked, { keepsRedirects = false } = {}) {
      const url = new URL(asked);
      const location = url.protocol === "http:" ? securely(name, url.pathname) : undefined;
      if (!location) return answer(url);
      return keepsRedirects
        ? { url: url.href, status: 301, headers: { location }, body: "" }
        : answer(new URL(location));
    },
  };
}

const formerly = `<script src="https://maps.googleapis.com/maps/api/js"></script><script src="https://www.youtube.com/iframe_api"></script>${trackingCookie}`;

const types: Readonly<Record<string, string>> = { link: "stylesheet", script: "script", img: "image" };

const withoutLabel: AxeViolation = {
  id: "label",
  impact: "critical",
  help: "<form>-Elemente müssen eine Beschriftung haben.",
  helpUrl: "https://dequeuniversity.com/rules/axe/4.14/label",
  selectors: ['input[type="search"]'],
  count: 1,
};

/** What a browser would see of a page: what its source asks for, and what is wrong with it. */
function seenIn({ name }: Site, page: Fetched): BrowserRun {
  const { resources } = pageOf(page, 0).facts;
  const hash = hashOf(`${name} figures`);
  const asked = resources.map(({ tag, url }) => ({ url, type: types[tag] ?? "other", status: 200 }));
  return {
    url: page.url,
    requests: [{ url: page.url, type: "document", status: page.status }, ...asked],
    cookies: page.body.includes(trackingCookie) ? [{ name: "_ga", domain: name, days: 395 } satisfies SeenCookie] : [],
    axe: page.body.includes(bareSearch) ? [withoutLabel] : [],
    figures: { lcpMs: 700 + (hash % 900), cls: 0, fcpMs: 400 + (hash % 300), ttfbMs: 90 + (hash % 160) },
    weightBytes: page.body.length + asked.length * 38_000,
    isCutOff: false,
  };
}
