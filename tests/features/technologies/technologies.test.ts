import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { judgePhp, judgeSoftware } from "../../../server/features/end-of-life/software-state.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { blocksAll } from "../../../server/features/technologies/fetch-scan.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { saysNoindex } from "../../../server/lookups/search-engines.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

interface Page {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

let office: Office;
let keeper: Api;
let jana: Person;
let server: Server;
let pages: Record<string, Page>;
let asked: string[];
let id: string;
let url: string;

const wordpress = (version: string, more = "") =>
  `<title>Amsel</title><meta name="generator" content="WordPress ${version}">${more}`;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  asked = [];
  pages = { "/": { body: wordpress("6.4.1"), headers: { "x-powered-by": "PHP/8.1.2", server: "nginx/1.24.0" } } };
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { status = 200, headers, body } = pages[request.url ?? ""] ?? { status: 404, body: "" };
    response.writeHead(status, { "Content-Type": "text/html", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://www.amsel.test:${(server.address() as AddressInfo).port}/`;
  jana = await office.hire();
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  const admin = await office.as(await office.hire({ role: "admin" }));
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
  id = (await createRecord(keeper, "website", { url, responsibleUserId: jana.id })).id;
});
afterEach(async () => {
  askReservedNames(false);
  await new Promise((resolve) => server.close(resolve));
});

const look = async (hours = 0) => {
  office.advance(hours * 3_600_000);
  const { now } = office.services;
  await deriveLookups(office.services, ["technologies"]);
  return runDueLookups(
    office.services,
    {
      openDns: (allowedNetworks) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
      rdapServerOf: () => undefined,
      resolveName: async () => [{ address: "127.0.0.1", family: 4 }],
    },
    { kinds: ["technologies"] },
  );
};
const noticed = async () => (await keeper.changeEvent.list({ type: "website", id, view: "machine" })).data;
const valuesOf = async () => (await keeper.website.get({ id })).values;

describe("what a website is made of", () => {
  it("is for signed-in people, and of websites that there are", async () => {
    expect((await refusalOf((await office.as()).technology.get({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(keeper.technology.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.lookup.ask({ id, kind: "technologies" }))).code).toBe("FORBIDDEN");
    expect(await reader.technology.get({ id })).toMatchObject({ scan: null, software: [] });
  });

  it("is found, fills the fields and says how up to date it is, with no word to anybody the first time", async () => {
    expect(await look()).toBe(1);
    expect(asked).toEqual(["/", "/robots.txt"]);
    expect(await valuesOf()).toMatchObject({
      cms: "WordPress",
      cmsVersion: "6.4.1",
      phpVersion: "8.1.2",
      technologies: ["WordPress", "PHP", "nginx"],
      updates: "security",
      phpSupport: "ended",
    });
    const { scan, software, states } = await keeper.technology.get({ id });
    expect(scan).toMatchObject({ title: "Amsel", noindex: null, redirects: [] });
    const wordpressSeen = scan?.technologies.find(({ name }) => name === "WordPress");
    expect(wordpressSeen).toMatchObject({
      evidence: [{ type: "meta", where: "generator" }],
    });
    expect(software).toMatchObject([
      { name: "WordPress", isManual: false, state: "security", latest: "6.4.10", supportedUntil: null },
      { name: "PHP", isManual: false, state: "unsupported", supportedUntil: "2025-12-31" },
    ]);
    // Distributions look after the nginx that they ship.
    expect(states).toEqual({
      WordPress: expect.objectContaining({ state: "security" }),
      PHP: expect.objectContaining({ state: "unsupported", supportedUntil: "2025-12-31" }),
    });
    expect(await noticed()).toEqual([]);
    const { data } = await keeper.website.list({
      where: [{ field: "technologies", is: "contains", value: "nginx" }],
    });
    expect(data).toHaveLength(1);
  });

  it("asks further paths only for a version that is missing", async () => {
    pages["/"] = { body: '<link href="/wp-content/themes/a/b.css">' };
    pages["/feed/"] = { body: "<rss><generator>https://wordpress.org/?v=6.7.1</generator></rss>" };
    await look();
    expect(asked).toEqual(["/", "/feed/", "/robots.txt"]);
    expect(await valuesOf()).toMatchObject({ cms: "WordPress", cmsVersion: "6.7.1" });
  });

  it("leaves what somebody has entered, and says so", async () => {
    const { version } = await keeper.website.get({ id });
    await keeper.website.update({ params: { id }, body: { cms: "Contao", cmsVersion: "5.3" }, version });
    await look();
    expect(await valuesOf()).toMatchObject({ cms: "Contao", cmsVersion: "5.3", phpVersion: "8.1.2" });
    expect((await keeper.technology.get({ id })).software).toMatchObject([
      { name: "Contao", isManual: true },
      { name: "PHP", isManual: false },
    ]);
  });

  it("follows what was found, until somebody enters something else", async () => {
    await look();
    pages["/"] = { body: wordpress("6.4.2") };
    await look(27);
    expect((await valuesOf()).cmsVersion).toBe("6.4.2");
    const { version } = await keeper.website.get({ id });
    await keeper.website.update({ params: { id }, body: { cmsVersion: "6.9" }, version });
    pages["/"] = { body: wordpress("6.4.3") };
    await look(27);
    expect((await valuesOf()).cmsVersion).toBe("6.9");
  });

  it("stays with the reason when the website does not answer", async () => {
    await look();
    pages["/"] = { status: 503, body: "" };
    await look(27);
    const { lookup, scan } = await keeper.technology.get({ id });
    expect(lookup?.error).toBe("Die Website antwortete mit dem HTTP-Status 503.");
    expect(scan?.technologies.length).toBeGreaterThan(0);
    expect(await noticed()).toEqual([]);
  });

  it("is asked for anew at another address, without comparing it with the old one", async () => {
    await look();
    const { version } = await keeper.website.get({ id });
    await keeper.website.update({ params: { id }, body: { url: url.replace("www.", "neu.") }, version });
    pages["/"] = { body: wordpress("6.5") };
    expect(await look()).toBe(1);
    expect(await noticed()).toEqual([]);
  });

  it("is asked of many at once, and of what is not live not at all", async () => {
    await createRecord(keeper, "website", { url: "https://www.meise.test/", lifecycle: "planned" });
    await look();
    const selection = { scope: {} };
    expect(await keeper.lookup.askMany({ kind: "technologies", selection })).toEqual({ asked: 1 });
    expect(await look()).toBe(1);
  });
});

describe("what has changed about a website", () => {
  it("is noticed: versions, what comes and goes, headers", async () => {
    const protectedBy = { "strict-transport-security": "max-age=1" };
    pages["/"] = { body: wordpress("6.4.1"), headers: protectedBy };
    await look();
    pages["/"] = { body: wordpress("6.7", "<script>_paq.push(['a']);</script>") };
    await look(27);
    const kinds = (await noticed()).map((change) => (change.by === "machine" ? [change.kind, change.part] : []));
    expect(kinds.sort()).toEqual([
      ["header", "strict-transport-security"],
      ["technology", "Matomo"],
      ["version", "WordPress"],
    ]);
    await look(27);
    expect(await noticed()).toHaveLength(3);
  });

  it("alarms where search engines are shut out, another host is named or the consent tool is gone", async () => {
    pages["/"] = { body: wordpress("6.4.1", '<div id="cmplz-cookiebanner-container"></div>') };
    await look();
    pages["/"] = { body: wordpress("6.4.1", '<link rel="canonical" href="https://fremd.example/">') };
    pages["/robots.txt"] = { body: "User-agent: *\nDisallow: /\n", headers: { "Content-Type": "text/plain" } };
    await look(27);
    const kinds = (await noticed()).map((change) => (change.by === "machine" ? change.kind : "")).sort();
    expect(kinds).toEqual(["canonical", "consent", "robots"]);
    const { data } = await (await office.as(jana)).notification.list({ limit: 5, where: { forUserId: jana.id } });
    expect(data.map(({ title }) => title).join()).toMatch(/geändert: /);
  });
});

describe("search engines that are shut out", () => {
  const seen = async () => (await keeper.technology.get({ id })).scan?.noindex;
  const shutOut = { body: "User-agent: *\nDisallow: /\n", headers: { "Content-Type": "text/plain" } };

  it.each([
    { status: 503, body: "" },
    { status: 429, body: "" },
    // Nowhere to be followed to: as good as no answer.
    { status: 302, body: "", headers: { Location: "/robots.txt" } },
  ])("stay so while robots.txt cannot be read: %j", async (failing) => {
    pages["/robots.txt"] = shutOut;
    await look();
    pages["/robots.txt"] = failing;
    await look(27);
    expect(await seen()).toBe("robots.txt schließt alle Suchmaschinen aus");
    pages["/robots.txt"] = shutOut;
    await look(27);
    expect(await noticed()).toEqual([]);
    delete pages["/robots.txt"];
    await look(27);
    expect(await noticed()).toMatchObject([{ kind: "robots", after: ["zugelassen"] }]);
  });

  it("are let in again by the page, although robots.txt cannot be read", async () => {
    pages["/"] = { body: wordpress("6.4.1", '<meta name="robots" content="noindex">') };
    await look();
    pages["/"] = { body: wordpress("6.4.1") };
    pages["/robots.txt"] = { status: 500, body: "" };
    await look(27);
    expect(await seen()).toBeNull();
  });

  it("stay so where the page hid that robots.txt says it too", async () => {
    pages["/"] = { body: wordpress("6.4.1", '<meta name="robots" content="noindex">') };
    pages["/robots.txt"] = shutOut;
    await look();
    pages["/"] = { body: wordpress("6.4.1") };
    pages["/robots.txt"] = { status: 503, body: "" };
    await look(27);
    expect(await seen()).toBe("robots.txt schließt alle Suchmaschinen aus");
    expect(await noticed()).toEqual([]);
  });

  it("are no news where nobody could read robots.txt before", async () => {
    pages["/robots.txt"] = { status: 503, body: "" };
    await look();
    await look(27);
    pages["/robots.txt"] = shutOut;
    await look(27);
    expect(await seen()).toBe("robots.txt schließt alle Suchmaschinen aus");
    expect(await noticed()).toEqual([]);
    delete pages["/robots.txt"];
    await look(27);
    expect(await noticed()).toMatchObject([{ kind: "robots", after: ["zugelassen"] }]);
  });

  it("are news where the page says so, although nobody could ever read robots.txt", async () => {
    pages["/robots.txt"] = { status: 503, body: "" };
    await look();
    pages["/"] = { body: wordpress("6.4.1", '<meta name="robots" content="noindex">') };
    await look(27);
    expect(await noticed()).toMatchObject([{ kind: "robots", after: ["Meta-Angabe „robots: noindex“"] }]);
  });

  it("are none for what a page says of pictures, or to another crawler", async () => {
    const headers = { "x-robots-tag": "bingbot: noindex" };
    const images = '<meta name="robots" content="index, follow, max-image-preview:none">';
    pages["/"] = { body: wordpress("6.4.1", images), headers };
    await look();
    expect(await seen()).toBeNull();
  });
});

it.each([
  ["noindex", true],
  ["follow, NOINDEX", true],
  ["none", true],
  ["googlebot: noindex, nofollow", true],
  ["robots:none", true],
  ["noindex nofollow", true],
  ["nofollow;noindex", true],
  ["googlebot: nofollow noindex", true],
  ["max-snippet:-1 noindex", true],
  ["max-image-preview:none,noindex", true],
  ["bingbot: noindex", false],
  ["bingbot: nofollow noindex; none", false],
  ["index; max-image-preview: none", false],
  ["index max-image-preview:none nofollow", false],
  ["index, follow, max-image-preview:none", false],
  ["noindexed, nonee", false],
  ["unavailable_after: 25 Jun 2030 15:00:00 PST", false],
  ["", false],
])("%j keeps a page out of the search: %s", (text, expected) => expect(saysNoindex(text)).toBe(expected));

it.each([
  ["User-agent: *\nDisallow: /", true],
  ["User-agent: Badbot\nUser-agent: *\nDisallow: /", true],
  ["User-agent: Badbot\nDisallow: /\n\nUser-agent: *\nDisallow:", false],
  ["User-agent: *\nDisallow: /\nAllow: /oeffentlich", false],
  ["User-agent: *\nDisallow: /wp-admin/", false],
  ["<html>", false],
])("robots.txt %j shuts all out: %s", (text, expected) => expect(blocksAll(text)).toBe(expected));

describe("how up to date something is", () => {
  const today = "2026-11-23";
  it.each([
    ["PHP", "7.4.33", "unsupported"],
    ["PHP", "8.4", "current"],
    ["TYPO3", "13.4", "current"],
    ["TYPO3", "13.3", "security"],
    ["Shopware", "6.7.4", "update"],
    ["WordPress", "4.6.30", "unsupported"],
    // Older ones get security fixes all the same: without the last of them that is urgent, with it only due.
    ["WordPress", "4.9", "security"],
    ["WordPress", "6.8.8", "update"],
    ["WordPress", "7.0.4", "update"],
    ["WordPress", "7.1", "current"],
    ["GitLab", "17.0.1", "unsupported"],
    ["Debian", "12", "current"],
    ["Debian", "12.4", "security"],
    ["Debian", "11", "unsupported"],
    ["WordPress", "99.1", "unknown"],
    ["WordPress", null, "unknown"],
    ["Eigenbau", "1.0", "unknown"],
  ] as const)("%s %s is %s", (name, version, state) => expect(judgeSoftware(name, version, today).state).toBe(state));

  it("names the version to update to, and what only gets security fixes", () => {
    const behind = judgeSoftware("PHP", "8.4.0", "2025-01-01");
    expect(behind).toMatchObject({ state: "update", latest: expect.stringMatching(/^8\.4\./) });
    expect(judgeSoftware("PHP", behind.latest, "2025-01-01").state).toBe("current");
    expect(judgeSoftware("PHP", "8.2.0", today).state).toBe("security");
  });

  it("says how long a PHP is supported", () => {
    expect(["7.4", "8.2", "8.4", "42", null].map((version) => judgePhp(version, today))).toEqual([
      "ended",
      "ending",
      "supported",
      null,
      null,
    ]);
  });
});
