import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { startWorker } from "../../../server/db/wake.ts";
import type { Api } from "../../../server/features/router.ts";
import { receiveSiteReport } from "../../../server/features/site-reports/receive.ts";
import { openEntrySplitter, readEntry } from "../../../server/features/vulnerabilities/feed.ts";
import { isAffected } from "../../../server/features/vulnerabilities/match.ts";
import { refreshVulnerabilities } from "../../../server/features/vulnerabilities/refresh.ts";
import type { Signal } from "../../../server/live/publisher.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const entry = (id: string, slug: string, to: string, more: object = {}) => ({
  id,
  title: `${slug} <= ${to} – "XSS" {\\}`,
  informational: false,
  cvss: { score: 8.8, rating: "High" },
  software: [
    {
      type: "plugin",
      name: slug,
      slug,
      patched: true,
      patched_versions: ["9.9"],
      affected_versions: {
        [`* - ${to}`]: { from_version: "*", from_inclusive: true, to_version: to, to_inclusive: true },
      },
    },
  ],
  references: ["http://unsicher.example", "https://www.wordfence.com/threat-intel/x"],
  ...more,
});
const feedOf = (...entries: { id: string }[]) =>
  JSON.stringify(Object.fromEntries(entries.map((each) => [each.id, each])));

describe("the feed", () => {
  it("is taken apart wherever it is cut", () => {
    const feed = feedOf(entry("a", "acf", "6.3"), entry("b", "cf7", "5"));
    for (let size = 1; size < 40; size += 1) {
      const split = openEntrySplitter();
      const texts: string[] = [];
      for (let at = 0; at < feed.length; at += size) texts.push(...split(feed.slice(at, at + size)));
      expect(texts.map((text) => JSON.parse(text).id)).toEqual(["a", "b"]);
    }
  });

  it("leaves out what is too long, and goes on behind it", () => {
    const split = openEntrySplitter(5000);
    const feed = feedOf(entry("a", "acf", "6", { description: "x".repeat(6000) }), entry("b", "cf7", "5"));
    expect([feed.slice(0, 3000), feed.slice(3000)].flatMap(split).map((text) => JSON.parse(text).id)).toEqual(["b"]);
  });

  it("is held to no entry that cannot be read or only informs", () => {
    for (const text of [
      "",
      "{",
      "[]",
      "{}",
      JSON.stringify({ id: 5 }),
      JSON.stringify(entry("a", "acf", "6", { informational: true })),
    ])
      expect(readEntry(text)).toEqual([]);
    expect(readEntry(JSON.stringify(entry("a", "acf", "6.3")))).toMatchObject([
      { kind: "plugin", slug: "acf", patchedIn: "9.9", score: 8.8, url: "https://www.wordfence.com/threat-intel/x" },
    ]);
  });

  it.each([
    ["6.3", true],
    ["6.3.0", true],
    ["6.2.9", true],
    ["6.3.1", false],
    ["1.0", false],
    ["1.0.1", true],
    ["10.0", false],
  ])("says of version %s that it is affected: %s", (version, is) => {
    expect(isAffected(version, { from: "1.0", to: "6.3", hasFrom: false, hasTo: true })).toBe(is);
  });
});

describe("what runs in websites", () => {
  let office: Office;
  let admin: Api;
  let server: Server;
  let feed: string;
  let status: number;
  let asked: (string | undefined)[];
  /** What happens while the feed is read. */
  let meanwhile: () => Promise<unknown>;

  beforeEach(async () => {
    office = await openOffice();
    admin = await office.as(await office.hire({ role: "admin" }));
    asked = [];
    status = 200;
    meanwhile = async () => undefined;
    feed = feedOf(entry("a", "acf", "6.3"), entry("b", "cf7", "5.0"), entry("c", "unbenutzt", "99"));
    server = createServer(async (request, response) => {
      asked.push(request.headers.authorization);
      await meanwhile();
      response.writeHead(status, { "content-encoding": "gzip" }).end(gzipSync(feed));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => server.close());

  const refresh = (services = office.services) =>
    refreshVulnerabilities(services, `http://127.0.0.1:${(server.address() as AddressInfo).port}/production`);
  async function begin() {
    await admin.setting.update({
      section: "technologies",
      values: {},
      secrets: { wordfenceKey: "geheim-1" },
      version: 0,
    });
    await admin.setting.update({
      section: "network",
      values: { allowedNetworks: ["127.0.0.0/8"] },
      secrets: {},
      version: 0,
    });
  }
  async function aSite(versions: Record<string, string>) {
    const jana = await office.hire();
    const { id } = await createRecord(admin, "website", { responsibleUserId: jana.id });
    const [path = "", secret = ""] = (await admin.siteReport.connect({ websiteId: id })).key.split("#");
    const report = async (now: Record<string, string>) => {
      office.advance(minuteMs);
      const plugins = Object.entries(now).map(([slug, version]) => ({
        slug,
        name: slug.toUpperCase(),
        version,
        isActive: true,
        update: null,
      }));
      const body = JSON.stringify({
        format: 1,
        wordpress: { version: "6.8.2", update: null },
        php: "8.3.1",
        database: null,
        plugins,
        themes: [],
        admins: [],
        health: null,
        cronDelayS: null,
        backup: null,
      });
      const stamp = Math.floor(office.services.now().getTime() / 1000);
      const signature = `t=${stamp},v1=${createHmac("sha256", secret).update(`${stamp}.${body}`).digest("hex")}`;
      const publicId = path.split("/").at(-1) ?? "";
      expect(await receiveSiteReport(office.services, { publicId, body, signature })).toBe("ok");
    };
    await report(versions);
    return { id, jana, report };
  }
  /** Whether the worker is woken by something. */
  async function wakes(work: () => Promise<unknown>) {
    let isWoken = false;
    const run = async () => {
      isWoken = true;
      return undefined;
    };
    const worker = startWorker(office.services, { worker: "vulnerabilities", run, failure: "", waits: true });
    await work();
    await worker.stop();
    return isWoken;
  }
  const vulnerabilitiesOf = async (id: string) => (await admin.website.get({ id })).values.vulnerabilities;

  it("is compared with the feed only where an admin has given a key", async () => {
    await aSite({ acf: "6.3" });
    expect(await refresh()).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("is told where something is known of it, once, and no more when it is mended", async () => {
    await begin();
    const { id, jana, report } = await aSite({ acf: "6.2", cf7: "6.0" });
    expect(await refresh()).toBe(2);
    expect(asked).toEqual(["Bearer geheim-1"]);
    expect(await vulnerabilitiesOf(id)).toBe(1);
    const { vulnerabilities } = await admin.siteReport.get({ websiteId: id });
    expect(vulnerabilities).toMatchObject([{ slug: "acf", version: "6.2", patchedIn: "9.9", score: 8.8 }]);
    const told = await office.services.db.selectFrom("notifications").select(["forUserId", "message"]).execute();
    expect(told).toMatchObject([{ forUserId: jana.id, message: expect.stringContaining("Sicherheitslücke") }]);
    office.advance(dayMs);
    expect(await refresh()).toBe(2);
    await report({ acf: "6.4", cf7: "6.0" });
    expect(await vulnerabilitiesOf(id)).toBe(0);
    expect(await office.services.db.selectFrom("notifications").select("id").execute()).toHaveLength(1);
    const rows = await office.services.db.selectFrom("knownVulnerabilities").select("slug").execute();
    expect(rows.map(({ slug }) => slug).sort()).toEqual(["acf", "cf7"]);
  });

  it("keeps what was known when the feed cannot be read", async () => {
    await begin();
    const { id } = await aSite({ acf: "6.2" });
    await refresh();
    for (const wrong of ["", "[]", "<html>Wartung</html>"]) {
      feed = wrong;
      office.advance(dayMs);
      expect(await refresh()).toBe(0);
    }
    status = 401;
    office.advance(dayMs);
    expect(await refresh()).toBe(0);
    expect(await vulnerabilitiesOf(id)).toBe(1);
  });

  it("is not called clean before it was compared, and what is new in it is asked about at once", async () => {
    await begin();
    const { id, report } = await aSite({ cf7: "6.0" });
    expect(await admin.siteReport.get({ websiteId: id })).toMatchObject({
      vulnerabilities: [],
      notCompared: ["WordPress", "CF7"],
    });
    expect(await vulnerabilitiesOf(id)).toBeNull();
    await refresh();
    expect(await admin.siteReport.get({ websiteId: id })).toMatchObject({ vulnerabilities: [], notCompared: [] });
    expect(await vulnerabilitiesOf(id)).toBe(0);
    office.advance(2 * hourMs);
    expect(await refresh()).toBeUndefined();
    expect(await wakes(() => report({ cf7: "6.0", acf: "6.2" }))).toBe(true);
    expect((await admin.siteReport.get({ websiteId: id })).notCompared).toEqual(["ACF"]);
    expect(await vulnerabilitiesOf(id)).toBeNull();
    expect(await refresh()).toBe(2);
    expect(await vulnerabilitiesOf(id)).toBe(1);
    expect((await admin.siteReport.get({ websiteId: id })).notCompared).toEqual([]);
  });

  it("has the feed read once an hour at most, whatever it reports", async () => {
    await begin();
    const { report } = await aSite({ cf7: "6.0" });
    await refresh();
    office.advance(10 * minuteMs);
    await report({ cf7: "6.0", eins: "1" });
    await report({ cf7: "6.0", zwei: "1" });
    expect(await refresh()).toBeUndefined();
    office.advance(hourMs);
    expect(await refresh()).toBe(1);
    expect(asked).toHaveLength(2);
  });

  it.each([429, 401, 503])("has a feed that answers with status %i read once an hour at most", async (refusal) => {
    await begin();
    const { report } = await aSite({ cf7: "6.0" });
    await refresh();
    office.advance(dayMs);
    status = refusal;
    expect(await refresh()).toBe(0);
    expect(await wakes(() => report({ cf7: "6.0", eins: "1" }))).toBe(false);
    expect(await refresh()).toBeUndefined();
    office.advance(hourMs);
    expect(await refresh()).toBe(0);
    expect(await wakes(() => report({ cf7: "6.0", zwei: "1" }))).toBe(false);
    expect(await refresh()).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it("waits an hour for what it reports while the feed is read", async () => {
    await begin();
    const { id, report } = await aSite({ cf7: "6.0" });
    await refresh();
    office.advance(dayMs);
    meanwhile = () => report({ cf7: "6.0", acf: "6.2" });
    expect(await refresh()).toBe(1);
    expect(await refresh()).toBeUndefined();
    expect((await admin.siteReport.get({ websiteId: id })).notCompared).toEqual(["ACF"]);
    meanwhile = async () => undefined;
    office.advance(hourMs);
    expect(await refresh()).toBe(2);
    expect(await vulnerabilitiesOf(id)).toBe(1);
    expect(asked).toHaveLength(3);
  });

  it("counts by its last report, also where that arrives while others are compared", async () => {
    await begin();
    for (let others = 0; others < 8; others += 1) await aSite({ acf: "6.2" });
    const { id, jana, report } = await aSite({ acf: "6.2" });
    let reported: Promise<void> | undefined;
    const publish = async (signals: Signal[]) => {
      if (signals.some(({ event }) => event === "recordsChanged")) reported ??= report({ acf: "6.4" });
    };
    await refresh({ ...office.services, live: { ...office.services.live, publish } });
    await reported;
    expect(await vulnerabilitiesOf(id)).toBe(0);
    const { db } = office.services;
    expect(await db.selectFrom("notifications").select("id").where("forUserId", "=", jana.id).execute()).toEqual([]);
  });

  it("is told of no more where nothing reports any more, or the key is gone", async () => {
    await begin();
    const [{ id }, { id: other, report, jana }] = [await aSite({ acf: "6.2" }), await aSite({ acf: "6.2" })];
    await refresh();
    expect(await vulnerabilitiesOf(id)).toBe(1);
    await admin.siteReport.disconnect({ websiteId: id });
    expect([await vulnerabilitiesOf(id), await vulnerabilitiesOf(other)]).toEqual([null, 1]);
    await admin.setting.update({ section: "technologies", values: {}, secrets: { wordfenceKey: null }, version: 1 });
    expect(await vulnerabilitiesOf(other)).toBeNull();
    await report({ acf: "6.2" });
    expect(await vulnerabilitiesOf(other)).toBeNull();
    expect((await admin.siteReport.get({ websiteId: other })).vulnerabilities).toBeNull();
    await admin.setting.update({ section: "technologies", values: {}, secrets: { wordfenceKey: "neu" }, version: 2 });
    await report({ acf: "6.2" });
    await refresh();
    expect(await vulnerabilitiesOf(other)).toBe(1);
    const { db } = office.services;
    expect(await db.selectFrom("notifications").select("id").where("forUserId", "=", jana.id).execute()).toHaveLength(
      1,
    );
  });

  it("lets admins see why the feed cannot be read, tries again after an hour, and at once when they ask", async () => {
    const [stranger, member] = [await office.as(), await office.as(await office.hire())];
    for (const call of ["feed", "fetchFeed"] as const) {
      expect((await refusalOf(stranger.vulnerability[call]({}))).code).toBe("UNAUTHORIZED");
      expect((await refusalOf(member.vulnerability[call]({}))).code).toBe("FORBIDDEN");
    }
    expect(await admin.vulnerability.feed({})).toMatchObject({ hasKey: false, isReading: false, nextAt: null });
    expect((await refusalOf(admin.vulnerability.fetchFeed({}))).code).toBe("PRECONDITION_FAILED");
    await begin();
    expect(await admin.vulnerability.feed({})).toMatchObject({ hasKey: true, isReading: true, readAt: null });
    status = 401;
    await refresh();
    const error = "Der Schlüssel wird nicht angenommen (HTTP-Status 401).";
    expect(await admin.vulnerability.feed({})).toMatchObject({ isReading: false, readAt: null, error });
    office.advance(59 * minuteMs);
    expect(await refresh()).toBeUndefined();
    office.advance(minuteMs);
    expect(await refresh()).toBe(0);
    status = 200;
    expect(await wakes(() => admin.vulnerability.fetchFeed({}))).toBe(true);
    expect(await admin.vulnerability.feed({})).toMatchObject({ isReading: true, error });
    office.signals.length = 0;
    expect(await refresh()).toBe(0);
    expect(office.signals).toMatchObject([
      { event: "settingsChanged", payload: { settings: { section: "technologies" } } },
    ]);
    expect(await admin.vulnerability.feed({})).toMatchObject({
      isReading: false,
      readAt: office.services.now(),
      error: null,
      nextAt: new Date(office.services.now().getTime() + dayMs),
    });
  });
});
