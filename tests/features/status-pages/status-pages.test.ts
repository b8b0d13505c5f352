import { beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Api } from "../../../server/features/router.ts";
import { atomFeed } from "../../../server/features/status-pages/atom.ts";
import { badgeSvg } from "../../../server/features/status-pages/badge.ts";
import { readStatusPage, readWall } from "../../../server/features/status-pages/public-pages.ts";
import { tellEvents, watch } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;
let customerId: string;
let shopId: string;
let blogId: string;
let strangeId: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ name: "Jana Petersen", role: "maintainer" }));
  customerId = (await createRecord(api, "customer", { name: "Weingut Amsel" })).id;
  const site = (name: string, url: string) => createRecord(api, "website", { customerId, name, url });
  shopId = (await site("Shop", "https://shop.amsel.example")).id;
  blogId = (await site("Blog", "https://blog.amsel.example")).id;
  strangeId = (await createRecord(api, "website", { name: "Geheimprojekt", url: "https://geheim.example" })).id;
});

const create = (websiteIds = [shopId, blogId], of = api) =>
  of.statusPage.create({ customerId, name: "Status Amsel", websiteIds });
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const read = (url: string) => readStatusPage(office.services, tokenOf(url));
const setStatus = (id: string, status: "online" | "offline" | "degraded") =>
  office.services.db.updateTable("websites").set({ status }).where("id", "=", id).execute();

describe("who may", () => {
  it.each(["readonly", "member"] as const)("a %s neither sees nor makes pages that need no session", async (role) => {
    const { id } = await create();
    const theirs = await office.as(await office.hire({ role }));
    const refused = { code: "FORBIDDEN" };
    expect(await refusalOf(create([shopId], theirs))).toMatchObject(refused);
    expect(await refusalOf(theirs.statusPage.list({ customerId }))).toMatchObject(refused);
    expect(await refusalOf(theirs.statusPage.createWall({ name: "Büro" }))).toMatchObject(refused);
    expect(await refusalOf(theirs.statusPage.renew({ id }))).toMatchObject(refused);
    expect(await refusalOf(theirs.statusPage.delete({ id }))).toMatchObject(refused);
    expect(await refusalOf(theirs.statusPage.setLogo({ customerId, logoKey: null }))).toMatchObject(refused);
  });

  it("never shows a website of somebody else", async () => {
    expect(await refusalOf(create([shopId, strangeId]))).toMatchObject({
      fields: { websiteIds: [expect.any(String)] },
    });
    expect(await refusalOf(create([]))).toMatchObject({ fields: { websiteIds: [expect.any(String)] } });
    expect(await api.statusPage.list({ customerId })).toEqual([]);
  });

  it("refuses a customer who is not there or in the archive", async () => {
    const page = { name: "Status", websiteIds: [shopId] };
    expect(await refusalOf(api.statusPage.create({ customerId: "fehlt", ...page }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await api.customer.archive({ id: customerId });
    expect(await refusalOf(create())).toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("sent again under the same id makes no second page", async () => {
    const creationId = "0192f3a4-0000-7000-8000-000000000001";
    const page = { customerId, name: "Status", websiteIds: [shopId], creationId };
    await api.statusPage.create(page);
    expect(await refusalOf(api.statusPage.create(page))).toBeTruthy();
    expect(await api.statusPage.list({ customerId })).toHaveLength(1);
  });
});

describe("what stands under the address", () => {
  it("is the chosen websites with their states, and nothing else of the portal", async () => {
    const { url } = await create();
    await setStatus(shopId, "online");
    await setStatus(blogId, "degraded");
    const page = await read(url);
    expect(page?.sites.map(({ name, state }) => [name, state])).toEqual([
      ["Shop", "online"],
      ["Blog", "degraded"],
    ]);
    expect(page?.state).toBe("degraded");
    const text = JSON.stringify(page);
    for (const secret of ["Geheim", shopId, customerId, "amsel.example", "Jana"]) expect(text).not.toContain(secret);
  });

  it("is kept nowhere in the clear, and said once", async () => {
    const { url, hint } = await create();
    const token = tokenOf(url);
    expect(hint).toBe(token.slice(0, 6));
    const rows = await office.services.db.selectFrom("statusPages").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await api.statusPage.list({ customerId }))).not.toContain(token);
    const changes = await office.services.db.selectFrom("changes").selectAll().execute();
    expect(JSON.stringify(changes)).not.toContain(token);
  });

  it("is gone once it is revoked, renewed, or the customer is in the archive", async () => {
    const { url, id } = await create();
    const renewed = await api.statusPage.renew({ id });
    expect(await read(url)).toBeUndefined();
    expect(await read(renewed.url)).toBeDefined();
    await api.customer.archive({ id: customerId });
    expect(await read(renewed.url)).toBeUndefined();
    await api.customer.restore({ id: customerId });
    await api.statusPage.delete({ id });
    expect(await read(renewed.url)).toBeUndefined();
  });

  it("drops a website that was given to another customer or archived", async () => {
    const { url } = await create();
    const other = await createRecord(api, "customer", { name: "Andere" });
    const { version } = await api.website.get({ id: shopId });
    await api.website.update({ params: { id: shopId }, body: { customerId: other.id }, version });
    await api.website.archive({ id: blogId });
    expect((await read(url))?.sites).toEqual([]);
  });

  it.each(["", "x", "../../etc", "' or 1=1 --", "%00", "a".repeat(43), "ä".repeat(43)])(
    "is nothing for „%s“",
    async (token) => {
      await create();
      expect(await readStatusPage(office.services, token)).toBeUndefined();
      expect(await readWall(office.services, token)).toBeUndefined();
    },
  );

  it("is no wall under the address of a status page, nor the other way round", async () => {
    const page = await create();
    const wall = await api.statusPage.createWall({ name: "Büro" });
    expect(await readWall(office.services, tokenOf(page.url))).toBeUndefined();
    expect(await readStatusPage(office.services, tokenOf(wall.url))).toBeUndefined();
  });
});

describe("incidents", () => {
  it("are told in plain words: which of the shown websites, from when to when", async () => {
    const { url } = await create([shopId]);
    const both = [shopId, blogId, strangeId].map((id) => ({ type: "website" as const, id }));
    await tellEvents(office, "down", both, { code: "timeout", text: "Interner Grund 10.0.0.5" });
    const open = await read(url);
    expect(open?.incidents).toMatchObject([{ sites: ["Shop"], endedAt: null }]);
    expect(JSON.stringify(open)).not.toMatch(/Blog|Geheim|10\.0\.0\.5/);
    office.advance(10 * 60_000);
    await tellEvents(office, "up", both);
    expect((await read(url))?.incidents[0]?.endedAt).toEqual(office.services.now());
    office.advance(91 * dayMs);
    expect((await read(url))?.incidents).toEqual([]);
  });

  it("that were none are not told", async () => {
    const { url } = await create([shopId]);
    await tellEvents(office, "down", [{ type: "website", id: shopId }]);
    await office.services.db.updateTable("incidents").set({ endReason: "falseAlarm", state: "closed" }).execute();
    expect((await read(url))?.incidents).toEqual([]);
  });

  it("stand in the feed with ids that stay, and text that no name can break", async () => {
    const { version } = await api.website.get({ id: shopId });
    await api.website.update({ params: { id: shopId }, body: { name: 'A & <b>"B"</b>' }, version });
    const { url } = await create([shopId]);
    await tellEvents(office, "down", [{ type: "website", id: shopId }]);
    const page = await read(url);
    if (!page) throw new Error("no page");
    const feed = atomFeed(page, "https://portal.example/status/t0ken");
    expect(feed).toBe(
      atomFeed({ ...page, at: new Date(page.at.getTime() + 60_000) }, "https://portal.example/status/t0ken"),
    );
    expect(feed).toContain("A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt; ist seit");
    expect(feed.match(/<entry>/g)).toHaveLength(1);
  });

  it("stand in the feed with maintenance to come, which has no date to come there", async () => {
    const page = await read((await create([shopId])).url);
    if (!page) throw new Error("no page");
    const at = new Date("2026-12-01T08:00:00Z");
    const [startsAt, endsAt] = [new Date("2026-12-06T17:00:00Z"), new Date("2026-12-06T20:00:00Z")];
    const maintenance = [{ key: "k", sites: ["Shop"], startsAt, endsAt }];
    const updatedAt = (now: Date) =>
      /<updated>(.*?)<\/updated>/.exec(
        atomFeed({ ...page, maintenance, at: now }, "https://portal.example/status/t0ken"),
      )?.[1];
    expect(updatedAt(at)).toBe("2026-11-22T17:00:00.000Z");
    expect(updatedAt(new Date("2026-12-06T18:00:00Z"))).toBe(startsAt.toISOString());
  });
});

it("tells of maintenance that goes on or comes next, without what it is called", async () => {
  const { url } = await create();
  await watch(office, [
    { type: "website", id: shopId },
    { type: "website", id: blogId },
  ]);
  const [from, until] = ["2026-11-21T21:00:00.000Z", "2026-11-21T22:00:00.000Z"];
  const set = { quietFrom: from, quietUntil: until };
  await office.services.db.updateTable("checks").set(set).where("targetId", "=", shopId).execute();
  expect((await read(url))?.maintenance).toMatchObject([
    { sites: ["Shop"], startsAt: new Date(from), endsAt: new Date(until) },
  ]);
  office.advance(2 * dayMs);
  expect((await read(url))?.maintenance).toEqual([]);
});

it("a wall shows what is live by name and state alone, and changes with it", async () => {
  await createRecord(api, "website", { name: "Geplant", url: "https://neu.example", lifecycle: "planned" });
  await createRecord(api, "host", { name: "web03", lifecycle: "active", hostname: "web03.intern.example" });
  const { url } = await api.statusPage.createWall({ name: "Büro" });
  await setStatus(shopId, "offline");
  const wall = await readWall(office.services, tokenOf(url));
  expect(wall?.websites.map(({ name }) => name)).toEqual(["Blog", "Geheimprojekt", "Shop"]);
  expect(wall?.hosts.map(({ name }) => name)).toContain("web03");
  expect(wall?.websites.find(({ name }) => name === "Shop")?.state).toBe("offline");
  expect(Object.keys(wall?.websites[0] ?? {}).sort()).toEqual(["name", "since", "state"]);
  expect(JSON.stringify(wall)).not.toMatch(/intern\.example|amsel\.example|Amsel/);
});

it.each(["online", "degraded", "offline", "maintenance", "unknown", "paused"] as const)(
  "a badge says „%s“ in a word that is read out, too",
  (state) => {
    const svg = badgeSvg(state);
    const word = /<title>Status: ([^<]+)<\/title>/.exec(svg)?.[1];
    expect(word).toBeTruthy();
    expect(svg).toContain(`aria-label="Status: ${word}"`);
    expect(svg).not.toMatch(/<script|href=|on\w+=/);
  },
);

it("keeps what was changed, and goes with its customer when two become one", async () => {
  const { id, url } = await create([shopId]);
  await api.statusPage.update({ id, name: "Neu", websiteIds: [blogId, shopId] });
  expect((await read(url))?.sites.map(({ name }) => name)).toEqual(["Blog", "Shop"]);
  const history = await office.services.db
    .selectFrom("changes")
    .select("kind")
    .where("subjectType", "=", "statusPage")
    .orderBy("id")
    .execute();
  expect(history.map(({ kind }) => kind)).toEqual(["statusPage.created", "statusPage.updated"]);
});
