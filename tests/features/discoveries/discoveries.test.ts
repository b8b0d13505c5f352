import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answersOf, maxUrls } from "../../../contract/discoveries/discoveries.ts";
import { removeOldDiscoveries } from "../../../server/features/discoveries/commands.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { releaseClaims } from "../../../server/jobs/claims.ts";
import type { Person } from "../../../server/trpc/context.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteHandler,
  type SiteInternet,
  startPage,
} from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let internet: SiteInternet;
let jana: Person;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  internet = await openSiteInternet();
  jana = await office.hire();
  member = await office.as(jana);
});
afterEach(() => internet.close());

const vatId = "DE136695976";
const woo = '<link rel="stylesheet" href="/wp-content/plugins/woocommerce/assets/css/woocommerce.css?ver=9.1.2">';
const serve = (name: string, company?: string) =>
  internet.sites.set(name, {
    pages: { "/": startPage(name), ...(company && { "/impressum": imprintPage(company, { vatId }) }) },
  });
const begin = async (...urls: string[]) => (await member.discovery.create({ urls })).id;
const run = () => runDiscoveries(office.services, internet.tools);
const look = async (...urls: string[]) => {
  const id = await begin(...urls);
  await run();
  return member.discovery.get({ id });
};
const stepsOf = (discovered: Awaited<ReturnType<typeof look>>["urls"][number] | undefined) =>
  Object.fromEntries(discovered?.steps.map(({ step, state, text }) => [step, [state, text]]) ?? []);

describe("finding out about URLs", () => {
  it("is for those who may create websites", async () => {
    const input = { urls: ["amsel.example"] };
    expect((await refusalOf((await office.as()).discovery.create(input))).code).toBe("UNAUTHORIZED");
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.discovery.create(input))).code).toBe("FORBIDDEN");
    const id = await begin("amsel.example");
    expect((await refusalOf(reader.discovery.get({ id }))).code).toBe("FORBIDDEN");
    const other = await office.as(await office.hire());
    expect((await refusalOf(other.discovery.get({ id }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(other.discovery.delete({ id }))).code).toBe("NOT_FOUND");
    const sites = [{ urlId: "x" }];
    expect((await refusalOf(other.discovery.createSites({ id, sites }))).code).toBe("NOT_FOUND");
    const admin = await office.as(await office.hire({ role: "admin" }));
    expect((await admin.discovery.get({ id })).total).toBe(1);
  });

  it("names the field of what it refuses", async () => {
    const refused = async (urls: string[]) => (await refusalOf(member.discovery.create({ urls }))).fields;
    expect(await refused([])).toEqual({ urls: ["Adressen: Pflichtfeld."] });
    expect(await refused([" "])).toEqual({ urls: ["Adressen: Pflichtfeld."] });
    const many = Array.from({ length: maxUrls + 1 }, (_, at) => `a${at}.example`);
    expect(await refused(many)).toEqual({ urls: ["Adressen: Höchstens 200 auf einmal."] });
    await begin(...many.slice(1));
    await begin(...many.slice(1));
    expect((await refusalOf(member.discovery.create({ urls: ["noch-eine.example"] }))).code).toBe("TOO_MANY_REQUESTS");
  });

  it("looks at each URL once, and makes one discovery of what is sent twice", async () => {
    const urls = ["amsel.example", "https://amsel.example/", "http://amsel.example", "boehm.example"];
    const first = await member.discovery.create({ urls, creationId: "formular-1" });
    expect(await member.discovery.create({ urls, creationId: "formular-1" })).toEqual(first);
    expect((await member.discovery.get(first)).urls.map(({ typed }) => typed)).toEqual([
      "amsel.example",
      "boehm.example",
    ]);
    expect(await member.discovery.list({})).toMatchObject([{ id: first.id, total: 2, done: 0 }]);
  });

  it("finds website, domain, host, certificate and who it belongs to", async () => {
    const provider = await createRecord(member, "provider", { name: "Rechenzentrum Süd" });
    const host = await createRecord(member, "host", { name: "web-03", providerId: provider.id, ips: ["127.0.0.1"] });
    serve("amsel.example", "Weingut Amsel GmbH");
    const { urls, done, total } = await look("amsel.example");
    expect([done, total]).toEqual([1, 1]);
    expect(urls[0]).toMatchObject({
      url: "https://amsel.example",
      state: "done",
      existing: null,
      website: null,
      proposal: {
        name: "amsel.example",
        customer: null,
        host: { id: host.id, label: "web-03" },
        newCustomer: { name: "Weingut Amsel GmbH", vatId, billingZip: "55411", phone: "+496721555120" },
      },
    });
    expect(stepsOf(urls[0])).toEqual({
      reach: ["done", "Erreichbar."],
      domain: ["done", "amsel.example wird mit angelegt."],
      host: ["done", "web-03 (127.0.0.1)."],
      certificate: ["done", expect.stringMatching(/^Prüfstelle.*gültig bis \d\d\.\d\d\.\d{4}\.$/)],
      technologies: ["skipped", "Nichts erkannt."],
      mail: ["skipped", "Dieses Portal fragt das DNS nicht ab."],
      imprint: ["done", "Weingut Amsel GmbH, 55411 Bingen."],
      customer: ["done", "Neu: Weingut Amsel GmbH."],
      picture: ["waiting", null],
    });
    expect(await office.services.db.selectFrom("websites").select("id").execute()).toEqual([]);
    expect(office.signals.filter(({ event }) => event === "discoveryChanged")).not.toEqual([]);
  });

  it("lets each step fail alone, and says why", async () => {
    internet.sites.set("ohne.example", { pages: { "/": "<title>Leer</title><p>Nichts</p>" }, isPlain: true });
    internet.sites.set("kaputt.example", {
      pages: { "*": (_, response) => void response.writeHead(503, { "content-type": "text/html" }).end("<p>Zu</p>") },
    });
    const { urls } = await look("ohne.example", "kaputt.example", "gibtsnicht.example", "kein text :)");
    const [plain, broken, missing, nonsense] = urls.map(stepsOf);
    expect(plain).toMatchObject({
      reach: ["done", "Erreichbar, ohne HTTPS."],
      certificate: ["failed", "Kein Zertifikat: Die Website antwortet nur ohne HTTPS."],
      imprint: ["failed", "Kein Impressum gefunden."],
      customer: ["skipped", "Kein Impressum, kein Vorschlag."],
    });
    expect(broken).toMatchObject({
      reach: ["done", "Erreichbar, antwortet aber mit HTTP-Status 503."],
      certificate: ["done", expect.any(String)],
      imprint: ["skipped", "Auf der Seite steht nichts, was sich lesen lässt."],
    });
    expect(missing).toMatchObject({
      reach: ["failed", "„gibtsnicht.example“ ist im DNS nicht zu finden."],
      domain: ["done", "gibtsnicht.example wird mit angelegt."],
      host: ["failed", expect.any(String)],
      imprint: ["skipped", "Ohne Antwort der Website nicht zu lesen."],
    });
    expect(nonsense?.reach).toEqual(["failed", "Das ist keine Adresse einer Website."]);
  });

  it("asks nothing of private networks, not by a redirect either", async () => {
    internet.plainNames.set("innen.invalid", "127.0.0.1");
    internet.sites.set("aussen.example", {
      pages: { "/": (_, response) => void response.writeHead(302, { location: "http://169.254.169.254/meta" }).end() },
    });
    const { urls } = await look("innen.invalid", "http://192.168.0.1/", "aussen.example");
    for (const discovered of urls)
      expect(stepsOf(discovered).reach).toEqual(["failed", expect.stringContaining("nicht erlaubt")]);
    expect(internet.asked).toEqual(["aussen.example/"]);
  });

  it("recognises what the site is built of", async () => {
    const generator = `<meta name="generator" content="WordPress 6.8.2">`;
    internet.sites.set("amsel.example", {
      pages: {
        "*": (_, response) =>
          void response
            .writeHead(200, { "content-type": "text/html", "x-powered-by": "PHP/7.4.33" })
            .end(`<!doctype html><head>${generator}</head><p>Willkommen`),
      },
    });
    const { id, urls } = await look("amsel.example");
    expect(urls[0]?.software).toMatchObject([
      { name: "WordPress", version: "6.8.2" },
      { name: "PHP", version: "7.4.33", state: "unsupported", supportedUntil: "2022-11-28" },
    ]);
    expect(stepsOf(urls[0]).technologies).toEqual(["done", expect.stringMatching(/^WordPress 6\.8\.2/)]);
    const { created } = await member.discovery.createSites({ id, sites: [{ urlId: urls[0]?.id ?? "" }] });
    const { values } = await member.website.get({ id: created[0]?.website.id ?? "" });
    expect(values).toMatchObject({ cms: "WordPress", cmsVersion: "6.8.2" });
    // What the page has told is no value of a person's: it follows the page from now on.
    const { software } = await member.technology.get({ id: created[0]?.website.id ?? "" });
    expect(software).toMatchObject([
      { name: "WordPress", isManual: false },
      { name: "PHP", isManual: false },
    ]);
  });

  it("asks for a version where the page tells none, and for none where it does", async () => {
    const feed: SiteHandler = (_, response) =>
      void response
        .writeHead(200, { "content-type": "application/rss+xml; charset=UTF-8" })
        .end("<rss><channel><generator>https://wordpress.org/?v=6.8.3</generator></channel></rss>");
    const pageOf = (ver: string) =>
      `<title>Seite</title><script src="/wp-includes/js/wp-embed.min.js${ver}"></script><p>Willkommen`;
    internet.sites.set("stumm.example", { pages: { "/": pageOf(""), "/feed/": feed } });
    internet.sites.set("sagt.example", { pages: { "/": pageOf("?ver=6.8.2"), "/feed/": feed } });
    internet.sites.set("ohne.example", { pages: { "/": pageOf("") } });
    const { urls } = await look("stumm.example", "sagt.example", "ohne.example");
    expect(urls.map(({ proposal }) => proposal.website)).toEqual([
      { cms: "WordPress", cmsVersion: "6.8.3" },
      { cms: "WordPress", cmsVersion: "6.8.2" },
      { cms: "WordPress" },
    ]);
    expect(internet.asked.filter((asked) => asked.endsWith("/feed/")).sort()).toEqual([
      "ohne.example/feed/",
      "stumm.example/feed/",
    ]);
  });

  it("proposes a system only where it is sure of one, and leaves a corrected one to whoever corrected it", async () => {
    internet.sites.set("amsel.example", {
      pages: { "*": `<title>Amsel</title><meta name="generator" content="WordPress 6.8.2">${woo}` },
    });
    internet.sites.set("boehm.example", {
      pages: { "*": '<title>Böhm</title><script id="__NEXT_DATA__">{}</script>' },
    });
    const { id, urls } = await look("amsel.example", "boehm.example");
    expect(urls.map(({ proposal }) => proposal.website)).toEqual([{ cms: "WordPress", cmsVersion: "6.8.2" }, {}]);
    expect(stepsOf(urls[1]).technologies?.[1]).toContain("Kein System erkannt, Next.js");
    const website = { cms: "Contao", cmsVersion: null };
    const { created } = await member.discovery.createSites({ id, sites: [{ urlId: urls[0]?.id ?? "", website }] });
    const { software } = await member.technology.get({ id: created[0]?.website.id ?? "" });
    expect(software).toMatchObject([{ name: "Contao", isManual: true }]);
  });

  it("proposes what the site calls itself as its name, and never what an error page is called", async () => {
    internet.sites.set("amsel.example", { pages: { "*": startPage("Startseite | Weingut Amsel") } });
    internet.sites.set("zu.example", {
      pages: {
        "*": (_, response) =>
          void response.writeHead(503, { "content-type": "text/html" }).end(startPage("Wir bauen um")),
      },
    });
    internet.sites.set("leer.example", {
      pages: { "*": "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>" },
    });
    const { id, urls } = await look("amsel.example", "zu.example", "leer.example");
    expect(urls.map(({ proposal }) => proposal.name)).toEqual(["Weingut Amsel", "zu.example", "leer.example"]);
    const { created } = await member.discovery.createSites({ id, sites: [{ urlId: urls[0]?.id ?? "" }] });
    expect(created.map(({ website }) => website.label)).toEqual(["Weingut Amsel"]);
  });

  it("matches hosts that come and go while somebody looks at what was found", async () => {
    serve("amsel.example");
    const { id, urls } = await look("amsel.example");
    expect([urls[0]?.proposal.host, stepsOf(urls[0]).host?.[1]]).toEqual([
      null,
      "Kein Hoster mit der Adresse 127.0.0.1 ist angelegt.",
    ]);
    const provider = await createRecord(member, "provider", { name: "Rechenzentrum Süd" });
    const host = await createRecord(member, "host", { name: "web-03", providerId: provider.id, ips: ["127.0.0.1"] });
    const [now] = (await member.discovery.get({ id })).urls;
    expect([now?.proposal.host?.id, stepsOf(now).host?.[1]]).toEqual([host.id, "web-03 (127.0.0.1)."]);
    await createRecord(member, "host", { name: "web-04", providerId: provider.id, ips: ["127.0.0.1", "192.0.2.7"] });
    const [later] = (await member.discovery.get({ id })).urls;
    expect([later?.proposal.host, stepsOf(later).host?.[1]]).toEqual([
      null,
      "Mehrere Hoster haben 127.0.0.1: web-03, web-04.",
    ]);
  });

  it("says when a network stands before the server, and links no host then", async () => {
    const provider = await createRecord(member, "provider", { name: "Rechenzentrum Süd" });
    await createRecord(member, "host", { name: "web-03", providerId: provider.id, ips: ["127.0.0.1"] });
    internet.sites.set("cdn.example", {
      pages: {
        "*": (_, response) => void response.writeHead(200, { "cf-ray": "8a", "content-type": "text/html" }).end("<p>x"),
      },
    });
    const { urls } = await look("cdn.example");
    expect(stepsOf(urls[0]).host?.[1]).toContain("Hinter CDN (Cloudflare)");
    expect(urls[0]?.proposal.host).toBeNull();
  });

  it("knows customers, websites and URLs that lead to the same site", async () => {
    const amsel = await createRecord(member, "customer", { name: "Amsel", vatId });
    const known = await member.website.create({ body: { url: "https://www.boehm.example" } });
    serve("amsel.example", "Weingut Amsel GmbH");
    serve("boehm.example", "Bäckerei Böhm e. K.");
    internet.sites.set("alt.example", {
      pages: { "*": (_, response) => void response.writeHead(301, { location: "https://amsel.example/" }).end() },
    });
    const { urls } = await look("amsel.example", "boehm.example", "alt.example");
    const [first, second, third] = urls;
    expect(first?.proposal.customer).toEqual({ id: amsel.id, label: "Amsel" });
    expect(stepsOf(first).customer).toEqual(["done", "Amsel (dieselbe USt-IdNr.)."]);
    expect(second?.existing?.id).toBe(known.id);
    expect(third).toMatchObject({ sameAs: first?.id, url: "https://amsel.example" });
    expect(stepsOf(third).reach?.[1]).toBe("Erreichbar, leitet weiter auf amsel.example.");
  });

  it("is sure of a customer by mail only where the mailbox lies under the site's own domain", async () => {
    const agency = await createRecord(member, "customer", { name: "Studio Nord", email: "hallo@studio-nord.example" });
    const shop = await createRecord(member, "customer", { name: "Inhaber Lerche", email: "post@lerche.example" });
    const imprint = (mail: string) =>
      `<h1>Impressum</h1><p>Weinladen GmbH<br>Weg 1<br>10115 Berlin</p><p>E-Mail: ${mail}</p>`;
    const mails = { "a.example": "hallo@studio-nord.example", "b.example": "buero@studio-nord.example" };
    for (const [name, mail] of Object.entries({ ...mails, "lerche.example": "post@lerche.example" }))
      internet.sites.set(name, { pages: { "/": startPage(name), "/impressum": imprint(mail) } });
    const { urls } = await look("a.example", "b.example", "lerche.example");
    expect(urls.map(({ proposal }) => proposal.customer)).toEqual([null, null, { id: shop.id, label: shop.title }]);
    expect(urls.map((discovered) => stepsOf(discovered).customer?.[1])).toEqual([
      "Vielleicht Studio Nord (dieselbe E-Mail).",
      "Vielleicht Studio Nord (dieselbe Domain).",
      "Inhaber Lerche (dieselbe E-Mail).",
    ]);
    expect(answersOf(urls[0]?.steps ?? []).customer?.matches).toMatchObject([{ id: agency.id, isSure: false }]);
  });

  it("is not held up by pages that mean harm", async () => {
    internet.sites.set("riesig.example", { pages: { "*": `<p>${"<div ".repeat(300_000)}` } });
    internet.sites.set("tief.example", { pages: { "*": "<b><i>".repeat(150_000) } });
    internet.sites.set("kreis.example", {
      pages: { "*": (_, response) => void response.writeHead(302, { location: "/weiter" }).end() },
    });
    internet.sites.set("zeile.example", {
      pages: { "*": `<p>${"Tel: 0 ".repeat(100_000)}${"a (at) ".repeat(50_000)}` },
    });
    const { urls } = await look("riesig.example", "tief.example", "kreis.example", "zeile.example");
    expect(urls.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(stepsOf(urls[2]).reach).toEqual(["failed", "Mehr als 5 Weiterleitungen."]);
  });
});

describe("after a stop", () => {
  it("goes on with the steps that are left, and does none twice", async () => {
    const stopping = new AbortController();
    const whenAsked = Promise.withResolvers<void>();
    internet.sites.set("amsel.example", {
      pages: { "/": startPage("Amsel"), "/impressum": () => whenAsked.resolve() },
    });
    const id = await begin("amsel.example");
    const first = runDiscoveries(office.services, internet.tools, stopping.signal);
    await whenAsked.promise;
    await expect.poll(async () => stepsOf((await member.discovery.get({ id })).urls[0]).certificate?.[0]).toBe("done");
    stopping.abort();
    await first;
    const [halfway] = (await member.discovery.get({ id })).urls;
    expect([halfway?.state, stepsOf(halfway).imprint?.[0]]).toEqual(["waiting", "waiting"]);
    const before = await office.services.db.selectFrom("discoverySteps").selectAll().orderBy("step").execute();
    serve("amsel.example", "Weingut Amsel GmbH");
    office.advance(60_000);
    await run();
    expect((await member.discovery.get({ id })).done).toBe(1);
    const after = await office.services.db.selectFrom("discoverySteps").selectAll().orderBy("step").execute();
    for (const row of before) expect(after).toContainEqual(row);
  });

  it("of two processes one works on a URL; what a dead one had taken is free at the next start", async () => {
    serve("amsel.example");
    const id = await begin("amsel.example");
    expect((await Promise.all([run(), run()])).reduce((sum, worked) => sum + worked, 0)).toBe(1);
    const { db, now } = office.services;
    const claimedUntil = new Date(now().getTime() + 60_000).toISOString();
    await db.updateTable("discoveryAddresses").set({ state: "waiting", claimedBy: "tot", claimedUntil }).execute();
    await db.deleteFrom("discoverySteps").where("step", "=", "domain").execute();
    expect(await run()).toBe(0);
    expect((await member.discovery.get({ id })).urls[0]?.state).toBe("running");
    await releaseClaims(office.services, now());
    expect(await run()).toBe(1);
    expect((await member.discovery.get({ id })).done).toBe(1);
  });

  it("ends what was asked by somebody who may not create websites any more", async () => {
    serve("amsel.example");
    const id = await begin("amsel.example");
    await office.services.db.updateTable("users").set({ role: "readonly" }).where("id", "=", jana.id).execute();
    await run();
    expect(internet.asked).toEqual([]);
    const admin = await office.as(await office.hire({ role: "admin" }));
    expect((await admin.discovery.get({ id })).done).toBe(1);
  });
});

describe("creating what was found", () => {
  it("creates website, domain and customer together, linked to the host", async () => {
    serve("amsel.example", "Weingut Amsel GmbH");
    serve("shop.amsel.example", "Weingut Amsel GmbH");
    const { id, urls } = await look("amsel.example", "shop.amsel.example");
    const sites = urls.map(({ id: urlId }) => ({ urlId, customer: "proposed" as const }));
    const { created, refused } = await member.discovery.createSites({ id, sites });
    expect(refused).toEqual([]);
    const [website] = await Promise.all(created.map(({ website }) => member.website.get({ id: website.id })));
    expect(website?.values).toMatchObject({
      url: "https://amsel.example",
      name: "amsel.example",
      customerId: { label: "Weingut Amsel GmbH" },
      domains: [{ label: "amsel.example", role: "main" }],
    });
    const { db } = office.services;
    const customers = await db.selectFrom("customers").select(["name", "vatId", "source"]).execute();
    expect(customers).toEqual([{ name: "Weingut Amsel GmbH", vatId, source: "Impressum" }]);
    const domains = await db.selectFrom("domains").select(["nameAce", "customerId"]).execute();
    expect(domains).toHaveLength(1);
    expect(domains[0]?.customerId).not.toBeNull();
    expect((await member.discovery.get({ id })).urls.map(({ website }) => website?.label)).toEqual([
      "amsel.example",
      "shop.amsel.example",
    ]);
    expect(office.signals.filter(({ event }) => event === "newWebsite")).toHaveLength(2);
  });

  it("creates nobody unasked, and takes what was corrected", async () => {
    serve("amsel.example", "Weingut Amsel GmbH");
    const { id, urls } = await look("amsel.example");
    const [discovered] = urls;
    const website = { name: "Amsel", kind: "shop" as const, url: "https://www.amsel.example/laden" };
    const { created } = await member.discovery.createSites({ id, sites: [{ urlId: discovered?.id ?? "", website }] });
    const made = await member.website.get({ id: created[0]?.website.id ?? "" });
    expect(made.values).toMatchObject({ ...website, customerId: null });
  });

  it("keeps what fails from the others, and creates nothing twice", async () => {
    serve("amsel.example");
    serve("boehm.example");
    await member.website.create({ body: { url: "https://amsel.example" } });
    const { id, urls } = await look("amsel.example", "boehm.example");
    const sites = urls.map(({ id: urlId }) => ({ urlId }));
    const order = { id, sites: [...sites, { urlId: "fremd" }] };
    const first = await member.discovery.createSites(order);
    expect(first.created).toHaveLength(1);
    expect(first.refused).toMatchObject([
      { urlId: sites[0]?.urlId, fields: { "website.url": [expect.any(String)] } },
      { urlId: "fremd", fields: {} },
    ]);
    const again = await member.discovery.createSites({ id, sites: sites.slice(1) });
    expect(again).toMatchObject({
      created: [],
      refused: [{ urlId: sites[1]?.urlId, fields: {} }],
    });
    const [taken] = sites;
    const refusals = async (said: object) =>
      (await member.discovery.createSites({ id, sites: [{ urlId: taken?.urlId ?? "", ...said }] })).refused;
    expect(await refusals({ customer: { name: "X", vatId: "DE1" } })).toMatchObject([
      { fields: { "customer.vatId": [expect.any(String)] } },
    ]);
    expect(await refusals({ customer: {} })).toMatchObject([{ fields: { "customer.name": [expect.any(String)] } }]);
    expect(await refusals({ website: { url: "kein", status: "online" } })).toMatchObject([
      { fields: { "website.url": [expect.any(String)] } },
    ]);
    expect(await office.services.db.selectFrom("customers").select("id").execute()).toEqual([]);
  });
});

it("is forgotten after 30 days, and at once where somebody wants that", async () => {
  const [old, deleted] = [await begin("amsel.example"), await begin("boehm.example")];
  await member.discovery.delete({ id: deleted });
  expect((await refusalOf(member.discovery.get({ id: deleted }))).code).toBe("NOT_FOUND");
  office.advance(31 * 86_400_000);
  await removeOldDiscoveries(office.services);
  expect((await refusalOf((await office.as(jana)).discovery.get({ id: old }))).code).toBe("NOT_FOUND");
  expect(await office.services.db.selectFrom("discoveryAddresses").select("id").execute()).toEqual([]);
});
