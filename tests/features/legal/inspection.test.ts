import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ForeignBrowser } from "../../../server/browser/browser.ts";
import { lookWith } from "../../../server/features/legal/look-with.ts";
import { createLog } from "../../../server/log.ts";
import { type LegalRunResult, runLegal } from "../../../server/lookups/legal/run.ts";
import { openSiteReader } from "../../../server/lookups/legal/site-reader.ts";
import { aRun } from "../../support/legal/site.ts";
import { aForeignBrowser, whyNoBrowser } from "../../support/pages/browser.ts";
import { html, type PageServer, servePages } from "../../support/pages/pages.ts";

const reason = await whyNoBrowser();
const allowedNetworks = ["127.0.0.0/8"];
const recordLog = () => {
  const written: string[] = [];
  return { log: pino({ base: null }, { write: (line) => void written.push(line) }), lines: () => written };
};
const terms = { allowedNetworks, log: createLog("silent") };
const site = { kind: "company", lifecycle: "live", customerName: null };

describe.skipIf(reason !== undefined)("a run with a browser", () => {
  let browser: ForeignBrowser;
  let own: PageServer;
  let foreign: PageServer;

  beforeAll(async () => {
    browser = aForeignBrowser();
    foreign = await servePages({ "/pixel.js": "document.title = document.title" }, "127.0.0.2");
    const scripts = `<script>document.cookie = "_ga=GA1.2.3; max-age=63072000";
      const link = document.createElement("a"); link.href = "/impressum"; link.textContent = "Impressum"; document.body.append(link);
      </script><script src="${foreign.url}/pixel.js"></script>`;
    own = await servePages({
      "/": html(`<main><h1>Amsel</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">${scripts}</main>`),
      "/impressum": html("<p>Angaben gemäß § 5 TMG</p>"),
    });
  });
  afterAll(async () => {
    await browser.stop();
    await own.close();
    await foreign.close();
  });

  it("sees what nobody agreed to, what scripts write, barriers, figures and a picture", async () => {
    const seen = lookWith(browser, terms);
    const result = await runLegal({ ...site, url: `${own.url}/` }, openSiteReader({ allowedNetworks }), seen.look);
    const { judgement, figures, record, withoutBrowser } = result as Extract<LegalRunResult, { state: "judged" }>;
    expect(withoutBrowser).toBeNull();
    const found = (rule: string) => judgement.findings.filter((finding) => finding.rule === rule);
    expect(found("third-party-other")).toMatchObject([
      { part: "127.0.0.2", evidence: { requests: [`${foreign.url}/pixel.js`] } },
    ]);
    expect(found("cookies-tracking")).toMatchObject([{ part: "_ga 127.0.0.1" }]);
    expect(found("outdated-tmg")).toHaveLength(1);
    expect(found("axe")).toMatchObject([{ part: "image-alt", evidence: { selectors: ["img"] } }]);
    expect(record.requests.map(({ url }) => new URL(url).pathname)).toContain("/pixel.js");
    expect(figures.weightBytes).toBeGreaterThan(0);
    expect(figures.ttfbMs).not.toBeNull();
    const picture = await sharp(Buffer.from((await seen.picture()) ?? "", "base64")).metadata();
    expect(picture).toMatchObject({ format: "webp", width: 960 });
  });

  it("takes nothing for seen of a page that asks for more than is looked at", async () => {
    const greedy = await servePages({
      "/": html(`<h1>Viel</h1><script src="${foreign.url}/pixel.js"></script>
        <script>for (let i = 0; i < 4000; i++) fetch("/teil?" + i).catch(() => {})</script>`),
      "*": (_, response) => response.end("x"),
    });
    const seen = lookWith(browser, terms);
    const result = await runLegal({ ...site, url: `${greedy.url}/` }, openSiteReader({ allowedNetworks }), seen.look);
    await greedy.close();
    const { judgement, traits, figures, record } = result as Extract<LegalRunResult, { state: "judged" }>;
    const reason = expect.stringContaining("Die Seite lädt mehr, als angesehen wird");
    for (const id of ["third-party-google-fonts", "cookies-tracking", "vitals-lcp", "page-weight", "co2"])
      expect(judgement.rules[id]).toEqual({ state: "unchecked", reason });
    // What was found before the end is proven, and nobody knows whether there is more.
    expect(judgement.findings.find(({ rule }) => rule === "third-party-other")?.part).toBe("127.0.0.2");
    expect(judgement.rules["third-party-other"]).toEqual({ state: "unchecked", reason });
    expect(traits.thirdParties).toBeNull();
    expect(figures).toMatchObject({ weightBytes: null, requests: null, co2Mg: null });
    expect(record).toMatchObject({ requestCount: 1500, isCutOff: true });
    expect(record.requests).toHaveLength(300);
  });

  it("sees a form to sign in that only scripts write", async () => {
    const form = await servePages({
      "/": html(`<script>document.body.innerHTML = '<form><input type="password"></form>'</script>`),
    });
    const { look } = lookWith(browser, terms);
    const result = await runLegal({ ...site, url: `${form.url}/` }, openSiteReader({ allowedNetworks }), look);
    await form.close();
    expect(result).toEqual({ state: "uncheckable", reason: "Die Startseite verlangt eine Anmeldung." });
  });

  it("goes on without what the browser could not open", async () => {
    const closed = lookWith(browser, { ...terms, allowedNetworks: [] });
    const { run } = await closed.look(`${own.url}/`);
    expect(run).toMatchObject({ unavailable: expect.stringContaining("Der Browser konnte die Seite nicht öffnen") });
  });
});

it("without a browser says so", async () => {
  const { run } = await lookWith(undefined, terms).look("https://amsel.example/");
  expect(run).toMatchObject({ unavailable: expect.stringContaining("Kein Browser") });
});

it("says so when a browser fails in a way that nobody foresaw, and logs it", async () => {
  const { log, lines } = recordLog();
  const failing = { visit: () => Promise.reject(new TypeError("Target page is odd")) };
  const seen = lookWith(failing, { allowedNetworks, log });
  const { run } = await seen.look("https://amsel.example/");
  expect(run).toEqual({ unavailable: expect.stringContaining("Der Browser ist unerwartet gescheitert") });
  expect(await seen.picture()).toBeUndefined();
  expect(lines()).toEqual([expect.stringContaining("Target page is odd")]);
});

it("keeps its judgement without a picture that cannot be drawn", async () => {
  const { log, lines } = recordLog();
  const inspection = { ...aRun(), status: 200, links: [], barriers: [], webp: new TextEncoder().encode("kein Bild") };
  const seen = lookWith({ visit: () => Promise.resolve(inspection as never) }, { allowedNetworks, log });
  expect(await seen.look("https://amsel.example/")).toMatchObject({ run: { url: inspection.url } });
  expect(await seen.picture()).toBeUndefined();
  expect(lines()).toHaveLength(1);
});
