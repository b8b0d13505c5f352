import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portalDate } from "../../../contract/time/today.ts";
import { BrowserOff, VisitProblem } from "../../../server/browser/browser-problem.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const imprint = `<p>Angaben gemäß § 5 TMG. Amsel GmbH, Vogelweg 1, 20095 Hamburg. Vertreten durch Anna Amsel.
  E-Mail post@amsel.example, Telefon 040 1234567, Registergericht Hamburg.</p>`;
const privacy = `<p>Verantwortlich ist die Amsel GmbH. ${"Wir verarbeiten Daten nach Art. 6 DSGVO. ".repeat(30)}</p>`;
const links = '<a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a>';

let office: Office;
let server: Server;
let pages: Record<string, string | { status: number }>;
let asked: string[];
let jana: Person;
let keeper: Api;
let id: string;
let port: number;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  asked = [];
  pages = { "/": `<title>Amsel</title><p>Willkommen</p>${links}`, "/impressum": imprint, "/datenschutz": privacy };
  server = createServer(({ url = "", headers }, response) => {
    asked.push(`${url} ${headers["user-agent"]}`);
    const page = pages[url] ?? { status: 404 };
    response.writeHead(typeof page === "string" ? 200 : page.status, { "content-type": "text/html; charset=utf-8" });
    response.end(typeof page === "string" ? page : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
  jana = await office.hire({ role: "member" });
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  const admin = await office.as(await office.hire({ role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const customerId = (await createRecord(keeper, "customer", { name: "Amsel GmbH" })).id;
  const values = { url: `http://amsel.test:${port}/`, kind: "company", customerId, responsibleUserId: jana.id };
  id = (await createRecord(keeper, "website", values)).id;
});
afterEach(async () => {
  askReservedNames(false);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const tools = () => ({
  openDns: (allowedNetworks: readonly string[]) =>
    openDns({ ...internetDns, roots: [], allowedNetworks, now: office.services.now }),
  rdapServerOf: () => undefined,
  resolveName: async () => [{ address: "127.0.0.1", family: 4 }],
});
const run = async (days = 0, browserProblem?: Error) => {
  office.advance(days * 86_400_000);
  await deriveLookups(office.services, ["legal"]);
  const browser = browserProblem && { visit: () => Promise.reject(browserProblem) };
  return runDueLookups(office.services, { ...tools(), ...(browser && { browser }) }, { kinds: ["legal"] });
};
const look = () => keeper.legal.get({ id });
const found = async (rule: string) => (await look()).findings.find((finding) => finding.rule.id === rule);
const values = async () => (await keeper.website.get({ id })).values;
const noticed = async () => (await keeper.changeEvent.list({ type: "website", id, view: "machine" })).data;

describe("rights", () => {
  it("keeps strangers out, and those who only read from deciding", async () => {
    await run();
    const finding = await found("outdated-tmg");
    const findingId = finding?.id ?? "";
    const stranger = await office.as();
    expect((await refusalOf(stranger.legal.get({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(stranger.legal.list({}))).code).toBe("UNAUTHORIZED");
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await reader.legal.get({ id })).findings).not.toEqual([]);
    const acceptance = { id: findingId, reason: "Bleibt so." };
    expect((await refusalOf(stranger.legal.accept(acceptance))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.legal.accept(acceptance))).code).toBe("FORBIDDEN");
    expect((await refusalOf(reader.legal.reopen({ id: findingId }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(reader.lookup.ask({ id, kind: "legal" }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(keeper.legal.accept({ id: findingId, reason: " " }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(keeper.legal.accept({ ...acceptance, id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(keeper.legal.reopen({ id: findingId }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(keeper.legal.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    expect((await found("outdated-tmg"))?.state).toBe("open");
  });
});

describe("a run", () => {
  it("finds what is wrong, with evidence and source, and what it could not check", async () => {
    expect((await look()).run).toBeNull();
    expect(await run()).toBe(1);
    const view = await look();
    expect(await found("outdated-tmg")).toMatchObject({
      level: "warn",
      state: "open",
      pageUrl: `http://amsel.test:${port}/impressum`,
      rule: { source: { url: "https://www.gesetze-im-internet.de/ddg/" } },
      evidence: { quotes: [expect.stringContaining("§ 5 TMG")] },
    });
    expect(view.rules.find((rule) => rule.id === "imprint-names-customer")?.state).toBe("ok");
    expect(view.rules.find((rule) => rule.id === "third-party-google-fonts")).toMatchObject({
      state: "unchecked",
      reason: expect.stringContaining("Kein Browser"),
    });
    expect(view.record?.pages.map(({ url }) => new URL(url).pathname)).toEqual(["/", "/impressum", "/datenschutz"]);
    expect(await values()).toMatchObject({
      legalState: "bad",
      imprintUrl: `http://amsel.test:${port}/impressum`,
      legalCheckedAt: portalDate(office.services.now()),
    });
    expect(await run(1)).toBe(0);
    expect(asked.every((line) => line.includes("MEDIUM-TechCenter"))).toBe(true);
  });

  it("marks what is gone, and opens it again with its first day when it returns", async () => {
    await run();
    const first = await found("outdated-tmg");
    pages["/impressum"] = imprint.replace("TMG", "DDG");
    await run(8);
    const gone = await found("outdated-tmg");
    expect(gone).toMatchObject({ id: first?.id, state: "gone", firstSeenAt: first?.firstSeenAt });
    expect(gone?.goneAt).toEqual(office.services.now());
    pages["/impressum"] = imprint;
    await run(8);
    expect(await found("outdated-tmg")).toMatchObject({ id: first?.id, state: "open", goneAt: null });
    expect((await look()).trend).toHaveLength(3);
  });

  it("keeps what was accepted out of the state, also when it comes back", async () => {
    pages["/impressum"] = imprint;
    await run();
    const before = (await values()).legalFindings as number;
    const finding = await found("outdated-tmg");
    await keeper.legal.accept({ id: finding?.id ?? "", reason: "Text kommt vom Anwalt." });
    expect(await found("outdated-tmg")).toMatchObject({
      state: "accepted",
      accepted: { reason: "Text kommt vom Anwalt." },
    });
    expect((await values()).legalFindings).toBe(before - 1);
    pages["/impressum"] = imprint.replace("TMG", "DDG");
    await run(8);
    pages["/impressum"] = imprint;
    await run(8);
    expect((await found("outdated-tmg"))?.state).toBe("accepted");
    await keeper.legal.reopen({ id: finding?.id ?? "" });
    expect((await found("outdated-tmg"))?.state).toBe("open");
    expect((await keeper.legal.list({ state: "open", group: "pages" })).data.map(({ rule }) => rule.id)).toContain(
      "outdated-tmg",
    );
  });

  it.each([
    ["did not load", { status: 500 }, /hat nicht geladen/],
    ["asks for a sign-in by status", { status: 401 }, /verlangt eine Anmeldung/],
    ["asks for a sign-in by a form", '<form><input name="u"><input type="password"></form>', /verlangt eine Anmeldung/],
  ])("is not checkable where the website %s, and leaves what is known as it was", async (_what, answer, reason) => {
    await run();
    const { findings: before, record } = await look();
    pages["/"] = answer;
    await run(8);
    const view = await look();
    expect(view.run?.uncheckable).toMatch(reason);
    expect(view.findings).toEqual(before);
    expect(view.record).toEqual(record);
    expect(record?.pages).toHaveLength(3);
    expect(view.state).toBe("bad");
    await office.services.db.deleteFrom("legalFindings").execute();
    await run(2);
    expect((await values()).legalState).toBe("unchecked");
  });

  it.each([
    ["a page that does not answer", new VisitProblem("Die Seite antwortet nicht.", "timeout"), 0],
    ["no browser at all", new BrowserOff("missing"), 0],
    ["a browser that crashed", new VisitProblem("Der Browser ist abgestürzt.", "crashed"), 1],
    ["a portal that was shut down", new VisitProblem("Das Portal wird beendet.", "stopped"), 1],
    ["a browser that failed as nobody foresaw", new TypeError("Target page is odd"), 1],
  ])("waits a week after %s, and a day where it passes by itself", async (_what, problem, times) => {
    await run(0, problem);
    expect((await look()).run?.withoutBrowser).toBeTruthy();
    expect(await run(2)).toBe(times);
    expect(await run(8)).toBe(1);
  });

  it("honours robots.txt beyond the start page", async () => {
    pages["/robots.txt"] = "User-agent: *\nDisallow: /impressum\nDisallow: /geheim";
    pages["/"] = `${pages["/"]}<a href="/geheim/1">Geheim</a><a href="/offen">Offen</a>`;
    await run();
    expect(asked.some((line) => line.startsWith("/impressum") || line.startsWith("/geheim"))).toBe(false);
    const { rules } = await look();
    expect(rules.find((rule) => rule.id === "imprint-reachable")).toMatchObject({
      state: "unchecked",
      reason: "robots.txt verbietet den Abruf von /impressum.",
    });
    expect((await found("broken-links"))?.evidence.links).toEqual([`http://amsel.test:${port}/offen`]);
  });

  it("finds legal pages in two clicks, and not in three", async () => {
    pages["/"] = '<p>Willkommen</p><a href="/kontakt">Kontakt</a><a href="/a">A</a><a href="/b">B</a>';
    pages["/kontakt"] = '<a href="/impressum">Impressum</a><a href="/mehr">Mehr</a>';
    pages["/mehr"] = '<a href="/datenschutz">Datenschutz</a>';
    await run();
    expect(await found("imprint-reachable")).toBeUndefined();
    expect(await found("privacy-reachable")).toMatchObject({ level: "bad", state: "open" });
  });
});

describe("what changed from run to run", () => {
  it("is told once, and the consent tool is filled in", async () => {
    pages["/"] += '<script src="/borlabs-cookie/borlabs-cookie.min.js"></script>';
    await run();
    expect(await values()).toMatchObject({ cookieTool: "Borlabs Cookie" });
    expect(await noticed()).toEqual([]);
    pages["/impressum"] = `${imprint}<p>Neu: eine zweite Anschrift.</p>`;
    await run(8);
    expect(await noticed()).toMatchObject([{ kind: "legalPage", part: "Impressum", source: "legal" }]);
    await run(8);
    expect(await noticed()).toHaveLength(1);
  });

  it("is told of a text beside scripts and few links, and not of a page that only scripts write", async () => {
    const script = '<script src="/app.js"></script>';
    pages["/impressum"] = `${script}${imprint}${privacy}`;
    pages["/datenschutz"] = `${script}<p>Bitte warten.</p>`;
    await run();
    pages["/impressum"] += "<p>Neu: eine zweite Anschrift.</p>";
    pages["/datenschutz"] += "<p>Gleich da.</p>";
    await run(8);
    expect(await noticed()).toMatchObject([{ kind: "legalPage", part: "Impressum" }]);
  });
});

it("writes what is open and accepted into a file for those who may export", async () => {
  await run();
  const { openLegalExport } = await import("../../../server/features/legal/export.ts");
  const context = (person: Person) => ({ ...office.services, person, actorId: person.id }) as never;
  const reader = await office.hire({ role: "readonly" });
  await expect(openLegalExport(context(reader))).rejects.toMatchObject({ code: "forbidden" });
  const file = await openLegalExport(context(jana));
  const rows = [];
  for await (const page of file.pages()) rows.push(...page);
  expect(rows).toHaveLength(file.total);
  expect(JSON.stringify(rows)).toContain("Hinweis, keine Rechtsberatung.");
});

it("goes with a website that is deleted for good", async () => {
  await run();
  const admin = await office.as(await office.hire({ role: "admin" }));
  const { version, title } = await admin.website.get({ id });
  await admin.website.archive({ id, version });
  await admin.website.delete({ id, title });
  const left = await office.services.db.selectFrom("legalFindings").select("id").execute();
  expect(left).toEqual([]);
  expect(await office.services.db.selectFrom("legalRuns").select("id").execute()).toEqual([]);
});
