import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askProviders } from "../../../server/features/provider-status/ask.ts";
import { feedUrlIn, readFeed } from "../../../server/features/provider-status/read-feed.ts";
import type { Api } from "../../../server/features/router.ts";
import { chanceOf } from "../../support/chance.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const now = new Date("2026-11-20T09:13:00.000Z");
const statuspage = (...incidents: object[]) => JSON.stringify({ page: { id: "p" }, incidents });
const outage = {
  id: "i1",
  name: "Störung im Netz",
  status: "investigating",
  shortlink: "https://status.example/i1",
  started_at: "2026-11-20T08:00:00.000Z",
};
const atom = (...entries: string[]) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Status</title>${entries.join("")}</feed>`;
const entry = (id: string, title: string, content = "Investigating - we look", at = "2026-11-20T08:00:00Z") =>
  `<entry><id>${id}</id><title>${title}</title><updated>${at}</updated><published>${at}</published><link href="https://status.example/${id}"/><content type="html">${content}</content></entry>`;

describe("a status page", () => {
  it("tells what is not over, as JSON, Atom and RSS", () => {
    expect(readFeed(statuspage(outage, { ...outage, id: "i2", status: "resolved" }), now)).toEqual([
      {
        externalId: "i1",
        title: "Störung im Netz",
        url: "https://status.example/i1",
        beginsAt: "2026-11-20T08:00:00.000Z",
      },
    ]);
    const feed = atom(
      entry("a", "Rack 12 &amp; 13 ohne Strom"),
      entry("b", "Mail", "&lt;strong&gt;Resolved&lt;/strong&gt; - all fine"),
      entry("c", "Geplant: Wartung"),
      entry("d", "Sehr alt", "Investigating", "2026-10-01T08:00:00Z"),
    );
    expect(readFeed(feed, now)).toMatchObject([{ externalId: "a", title: "Rack 12 & 13 ohne Strom" }]);
    const rss = `<rss version="2.0"><channel><title>x</title><item><guid>g</guid><title>Netz &lt;b&gt;langsam&lt;/b&gt;</title><link>javascript:alert(1)</link><pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>`;
    expect(readFeed(rss, now)).toMatchObject([{ title: "Netz langsam", url: null }]);
  });

  it("is read where it is one of Instatus", () => {
    const page = { name: "Muster AG", url: "https://status.example", status: "HASISSUES" };
    const url = "https://status.example/c1";
    const begun = { id: "c1", name: "Netz langsam", started: "2026-11-20T08:00:00.000Z", status: "INVESTIGATING", url };
    const summary = { page, activeIncidents: [begun, { ...begun, id: "c2", status: "RESOLVED" }] };
    expect(readFeed(JSON.stringify(summary), now)).toEqual([
      { externalId: "c1", title: "Netz langsam", url, beginsAt: "2026-11-20T08:00:00.000Z" },
    ]);
    expect(readFeed(JSON.stringify({ page: { ...page, status: "UP" } }), now)).toEqual([]);
  });

  it("is no feed where it is something else, and may name one", () => {
    for (const text of ["", "{}", "{", "<html></html>", '{"incidents":5}', "<feedback/>"])
      expect(readFeed(text, now)).toBeUndefined();
    const html = `<html><head><link rel="alternate" type="application/atom+xml" href="/history.atom"></head></html>`;
    expect(feedUrlIn(html, "https://status.example/")).toBe("https://status.example/history.atom");
    expect(feedUrlIn("<html></html>", "https://status.example/")).toBeUndefined();
  });

  it("never makes the reader throw, whatever it answers", () => {
    const random = chanceOf(5);
    const shapes = [statuspage(outage), atom(entry("a", "Netz"))];
    for (let round = 0; round < 2000; round += 1) {
      const text = [...(shapes[round % 2] ?? "")];
      for (let hit = 0; hit <= round % 6; hit += 1)
        text[random.below(text.length)] = String.fromCharCode(random.below(300));
      expect(() => readFeed(text.join(""), now)).not.toThrow();
    }
  });
});

describe("what a provider reports", () => {
  let office: Office;
  let admin: Api;
  let server: Server;
  let answers: Record<string, string>;
  let providerId: string;
  let hostId: string;

  beforeEach(async () => {
    answers = {};
    server = createServer(({ url = "/" }, response) => {
      const body = answers[url];
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    office = await openOffice();
    admin = await office.as(await office.hire({ role: "admin" }));
    const statusPageUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    providerId = (await createRecord(admin, "provider", { name: "Muster AG", statusPageUrl })).id;
    hostId = (await createRecord(admin, "host", { providerId })).id;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  const allow = (allowedNetworks: string[]) =>
    admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const said = async () => (await admin.providerStatus.list({ type: "host", id: hostId })).map(({ title }) => title);

  it("is nothing for strangers, and not asked of networks that nobody has allowed", async () => {
    const stranger = await office.as();
    expect((await refusalOf(stranger.providerStatus.list({ type: "host", id: hostId }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(admin.providerStatus.list({ type: "host", id: "nirgends" }))).code).toBe("NOT_FOUND");
    answers["/"] = statuspage(outage);
    await askProviders(office.services);
    expect(await said()).toEqual([]);
  });

  it("is shown at its hosts until it is over, and stays while nobody answers", async () => {
    await allow(["127.0.0.0/8"]);
    answers["/"] = "<html><title>Status</title></html>";
    answers["/api/v2/incidents/unresolved.json"] = statuspage(outage);
    await askProviders(office.services);
    expect(await said()).toEqual(["Störung im Netz"]);
    const [notice] = await admin.providerStatus.list({ type: "provider", id: providerId });
    expect(notice).toMatchObject({ provider: { label: "Muster AG" }, url: "https://status.example/i1" });
    const other = await createRecord(admin, "host");
    expect(await admin.providerStatus.list({ type: "host", id: other.id })).toEqual([]);
    answers["/api/v2/incidents/unresolved.json"] = "kaputt";
    await askProviders(office.services);
    expect(await said()).toEqual(["Störung im Netz"]);
    answers["/api/v2/incidents/unresolved.json"] = statuspage({ ...outage, name: "Störung im Netz, Teil 2" });
    await askProviders(office.services);
    expect(await said()).toEqual(["Störung im Netz, Teil 2"]);
    answers["/api/v2/incidents/unresolved.json"] = statuspage();
    await askProviders(office.services);
    expect(await said()).toEqual([]);
  });

  it("comes from what Instatus has beside its page", async () => {
    await allow(["127.0.0.0/8"]);
    answers["/"] = "<html><title>Status</title></html>";
    const activeIncidents = [{ id: "c1", name: "Netz langsam", started: "2026-11-20T08:00:00.000Z" }];
    answers["/summary.json"] = JSON.stringify({ page: { status: "HASISSUES" }, activeIncidents });
    await askProviders(office.services);
    expect(await said()).toEqual(["Netz langsam"]);
    answers["/summary.json"] = JSON.stringify({ page: { status: "UP" } });
    await askProviders(office.services);
    expect(await said()).toEqual([]);
  });

  it("comes from the feed that a page names", async () => {
    await allow(["127.0.0.0/8"]);
    answers["/"] = `<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>`;
    answers["/feed"] = atom(entry("a", "Rack 12 ohne Strom"));
    await askProviders(office.services);
    expect(await said()).toEqual(["Rack 12 ohne Strom"]);
  });
});
