import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type BrowserView, seenBy, withoutBrowser } from "../../../server/lookups/legal/gather.ts";
import { runLegal } from "../../../server/lookups/legal/run.ts";
import { openSiteReader, type SiteReader } from "../../../server/lookups/legal/site-reader.ts";
import { OutboundProblem } from "../../../server/outbound/outbound-problem.ts";
import { aRun } from "../../support/legal/site.ts";
import { html, type PageServer, servePages } from "../../support/pages/pages.ts";

const guard = { allowedNetworks: ["127.0.0.0/8"] };
const servers: PageServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Pages = Parameters<typeof servePages>[0];
async function serve(pages: Pages, address?: string): Promise<PageServer> {
  const server = await servePages(pages, address);
  servers.push(server);
  return server;
}

const noBrowser = async () => withoutBrowser("Kein Browser.");
async function run(
  { url }: PageServer,
  { reader = openSiteReader(guard), look = noBrowser as (url: string) => Promise<BrowserView> } = {},
) {
  const site = { url: `${url}/`, kind: "company", lifecycle: "live", customerName: "Amsel GmbH" };
  const result = await runLegal(site, reader, look);
  if (result.state !== "judged") throw new Error(result.reason);
  const { judgement, traits } = result;
  return {
    rules: judgement.rules,
    traits,
    findings: (rule: string) => judgement.findings.filter((each) => each.rule === rule),
  };
}

const hang = () => undefined;
const leadTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(301, { Location: location }).end();
const status = (code: number) => (_: IncomingMessage, response: ServerResponse) => void response.writeHead(code).end();
const legalLinks = '<a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a>';
const text = (words: string) => html(`<p>${words.repeat(40)}</p>`);
const unchecked = (reason: string) => ({ state: "unchecked", reason: expect.stringContaining(reason) });

it("says nothing of what subpages that hang might have shown", async () => {
  const own = await serve({
    "/": html('<a href="/kontakt">Kontakt</a><a href="/a">A</a>'),
    "/kontakt": hang,
    "/a": hang,
  });
  // What answers may take its time; what hangs is given up soon.
  const [patient, impatient] = [openSiteReader(guard), openSiteReader(guard, { pageMs: 100 })];
  const readerOf = (url: string) => (["/kontakt", "/a"].includes(new URL(url).pathname) ? impatient : patient);
  const reader: SiteReader = { ...patient, get: (url, options) => readerOf(url).get(url, options) };
  const { rules } = await run(own, { reader });
  expect(rules["imprint-reachable"]).toMatchObject(unchecked("2 Unterseiten, auf denen der Link stehen könnte"));
  expect(rules["broken-links"]).toMatchObject(unchecked("Bei keinem Link war festzustellen, ob es die Seite gibt."));
});

it("says nothing of what there was no time for, and counts only the time in which it reads", async () => {
  const own = await serve({
    "/": html('<a href="/kontakt">Kontakt</a>'),
    "/kontakt": html(legalLinks),
    "*": text("Wort "),
  });
  let at = 0;
  const clock = { wholeMs: 1000, now: () => at };
  const waiting = await run(own, {
    reader: openSiteReader(guard, clock),
    look: async () => {
      at += 3_600_000;
      return noBrowser();
    },
  });
  expect(waiting.rules["imprint-reachable"]?.state).toBe("ok");
  const { rules } = await run(own, { reader: { ...openSiteReader(guard), isOver: () => true } });
  expect(rules["imprint-reachable"]).toMatchObject(unchecked("Die Zeit hat nicht gereicht"));
  expect(rules["broken-links"]).toMatchObject(unchecked("Die Zeit hat nicht gereicht"));
});

it("counts as spent what a page takes to answer", async () => {
  let at = 0;
  const own = await serve({
    "/": (_, response) => {
      at += 5000;
      response.end("x");
    },
  });
  const reader = openSiteReader(guard, { wholeMs: 4000, now: () => at });
  expect(reader.isOver()).toBe(false);
  await reader.get(`${own.url}/`);
  expect(reader.isOver()).toBe(true);
});

it("counts no time for an address that cannot be read", async () => {
  let at = 0;
  const reader = openSiteReader(guard, { wholeMs: 4000, now: () => at });
  await expect(reader.get("ftp://127.0.0.1/")).rejects.toBeInstanceOf(OutboundProblem);
  at += 5000;
  expect(reader.isOver()).toBe(false);
});

it("takes a legal page that leads to the start page for broken", async () => {
  const own = await serve({
    "/": html(`<h1>Amsel GmbH</h1>${legalLinks}`),
    "/impressum": leadTo("/"),
    "/datenschutz": leadTo("/daten"),
    "/daten": text("Datenschutz der Amsel GmbH. "),
  });
  const { rules, findings, traits } = await run(own);
  expect(findings("imprint-reachable")).toMatchObject([
    { text: expect.stringContaining("führt auf die Startseite"), evidence: { links: [`${own.url}/impressum`] } },
  ]);
  expect(rules["imprint-content"]?.state).toBe("inapplicable");
  expect(rules["privacy-reachable"]?.state).toBe("ok");
  expect(traits.privacy?.url).toBe(`${own.url}/daten`);
});

it("reads an imprint that stands on the start page, however its link is spelt", async () => {
  const own = await serve({
    "/": html(`<a href="/index.html#impressum">Impressum</a><p>${"Amsel GmbH, post@amsel.example. ".repeat(9)}</p>`),
    "/index.html": leadTo("/"),
  });
  expect((await run(own)).rules["imprint-contact"]?.state).toBe("ok");
});

it("cannot judge legal pages behind a sign-in, and those on the start page of somebody else", async () => {
  const other = await serve(
    { "/": text("Konzern. "), "/legal": text("Amsel GmbH, post@amsel.example. ") },
    "127.0.0.2",
  );
  const own = await serve({
    "/": html(legalLinks),
    "/impressum": leadTo("/anmelden"),
    "/datenschutz": leadTo(`${other.url}/`),
    "/anmelden": html('<form><input type="password"></form>'),
  });
  const { rules } = await run(own);
  expect(rules["imprint-reachable"]).toMatchObject(unchecked("führt auf eine Anmeldung"));
  expect(rules["privacy-reachable"]).toMatchObject(unchecked("führt auf die Startseite von 127.0.0.2"));
  const shared = await serve({ "/": html(legalLinks), "/impressum": leadTo(`${other.url}/legal`) });
  expect((await run(shared)).rules["imprint-contact"]?.state).toBe("ok");
});

it("does not read the routes of scripts as the page that carries them", async () => {
  const own = await serve({ "/": html('<a href="/#/impressum">Impressum</a><a href="/#datenschutz">Datenschutz</a>') });
  const { rules } = await run(own);
  expect(rules["imprint-content"]).toMatchObject(unchecked("entsteht erst durch Skripte"));
  expect(rules["privacy-content"]?.state).toBe("found");
});

it("sees a form to sign in that only scripts write", async () => {
  const own = await serve({ "/": html('<div id="app"></div><script src="/app.js"></script>') });
  const signIn = { hasPassword: true, textLength: 80, linkCount: 2 };
  const look = async () => seenBy(aRun(), [], signIn);
  await expect(run(own, { look })).rejects.toThrow("Die Startseite verlangt eine Anmeldung.");
  const shop = async () => seenBy(aRun(), [], { ...signIn, textLength: 4000 });
  await expect(run(own, { look: shop })).resolves.toBeTruthy();
});

it("reads nothing but the start page as long as robots.txt cannot be read", async () => {
  const pages = { "/": html(`${legalLinks}<a href="/a">A</a>`), "*": text("Wort ") };
  const own = await serve({ ...pages, "/robots.txt": status(503) });
  const { rules } = await run(own);
  for (const id of [
    "imprint-reachable",
    "imprint-content",
    "outdated-tmg",
    "broken-links",
    "robots-blocks",
    "mixed-content",
  ])
    expect(rules[id]?.state).toBe("unchecked");
  expect(rules["privacy-reachable"]?.reason).toContain("robots.txt antwortet mit Status 503.");
  expect(new Set(own.asked)).toEqual(new Set(["/", "/robots.txt"]));
  const open = await serve({ ...pages, "/robots.txt": status(403) });
  expect((await run(open)).rules["imprint-reachable"]?.state).toBe("ok");
});

it("says nothing of a link that may stand on a page which robots.txt closes", async () => {
  const own = await serve({
    "/": html('<a href="/kontakt">Kontakt</a><a href="/a">A</a><a href="/b">B</a>'),
    "/robots.txt": (_, response) => void response.end("User-agent: *\nDisallow: /kontakt"),
    "*": text("Wort "),
  });
  const { rules, findings } = await run(own);
  expect(rules["imprint-reachable"]).toMatchObject(unchecked("robots.txt verbietet den Abruf von /kontakt."));
  expect(findings("imprint-reachable")).toEqual([]);
  expect(own.asked).not.toContain("/kontakt");
});

it("follows no link that might change something or asks not to be followed", async () => {
  const paths = ["/?add-to-cart=7", "/konto?action=logout", "/logout", "/eintrag/delete", "/abmelden.php"];
  const own = await serve({
    "/": html(
      `${legalLinks}${paths.map((path) => `<a href="${path}">x</a>`).join("")}<a href="/partner" rel="nofollow sponsored">P</a>
       <a href="/gut" rel="nofollow">Gut</a><a href="/gut">Gut</a><a href="/fehlt">Fehlt</a>`,
    ),
    "*": (request, response) => response.writeHead(request.url === "/fehlt" ? 404 : 200).end(),
  });
  const { findings } = await run(own);
  expect(own.asked.filter((path) => !/^\/(robots.txt|impressum|datenschutz)?$/.test(path)).toSorted()).toEqual([
    "/fehlt",
    "/gut",
  ]);
  expect(own.asked.filter((path) => path === "/").length).toBeLessThanOrEqual(2);
  expect(findings("broken-links")).toMatchObject([{ evidence: { links: [`${own.url}/fehlt`] } }]);
});

it("finds forms without encryption on the pages to which links lead", async () => {
  const own = await serve({
    "/": html(`${legalLinks}<a href="/kontakt">Kontakt</a>`),
    "/kontakt": html('<form id="kontakt" action="/senden"><input name="mail"></form>'),
    "*": text("Wort "),
  });
  expect((await run(own)).findings("forms-https")).toMatchObject([
    { page: `${own.url}/kontakt`, evidence: { selectors: ["form#kontakt"] } },
  ]);
});
