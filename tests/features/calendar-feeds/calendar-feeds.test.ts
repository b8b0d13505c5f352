import { beforeEach, describe, expect, it, test } from "vitest";
import {
  type FeedCategory,
  type FeedScope,
  feedCategoryKeys,
  maxFeeds,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { writeCalendar } from "../../../server/features/calendar-feeds/icalendar.ts";
import { readCalendar as openCalendar } from "../../../server/features/calendar-feeds/reading.ts";
import { deriveDeadlines } from "../../../server/features/deadlines/derive.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { readCalendar } from "../../support/icalendar.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let maren: Person;
let lena: Person;
let api: Api;

/** The office opens on 20.11.2026. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  lena = await office.hire({ name: "Lena Voss", role: "readonly" });
  api = await office.as(jana);
});

const tokenOf = (url: string) => /\/ics\/(.+)\.ics$/.exec(url)?.[1] ?? "";

async function openFeed(
  person: Person,
  { scope = "all", categories = feedCategoryKeys }: { scope?: FeedScope; categories?: readonly FeedCategory[] } = {},
) {
  const feed = { name: "Fristen", scope, categories: [...categories] };
  return (await office.as(person)).calendarFeed.create(feed);
}

async function fetchText(url: string): Promise<string | undefined> {
  const asked = { token: tokenOf(url), origin: "https://portal.example" };
  return (await openCalendar(office.services, asked))?.text;
}

/** A page that is to be looked at again on a day, as confirming it would have set. */
async function reviewed(owner: Api, title: string, day: string, body: RecordBody = {}) {
  const { id } = await createPage(owner, { title, ...body });
  await office.services.db.updateTable("pages").set({ reviewAt: day }).where("id", "=", id).execute();
  await transact(systemContext(office.services), (tx) => deriveDeadlines(tx, "page", [id]));
  return id;
}

const eventsOf = async (url: string) => readCalendar((await fetchText(url)) ?? "").events;
const titlesOf = async (url: string) => (await eventsOf(url)).map(({ SUMMARY }) => SUMMARY?.value);

describe("a feed is refused", () => {
  it("to strangers, and nobody sees, renews or deletes that of another", async () => {
    const { calendarFeed } = await office.as();
    const { id } = await openFeed(jana);
    for (const call of [
      calendarFeed.list({}),
      calendarFeed.create({ name: "Fristen", scope: "mine", categories: ["domain"] }),
      calendarFeed.update({ id, name: "Fristen", scope: "mine", categories: ["domain"] }),
      calendarFeed.renew({ id }),
      calendarFeed.delete({ id }),
    ])
      await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
    expect(await admin.calendarFeed.list({})).toEqual([]);
    const taken = admin.calendarFeed.update({ id, name: "Meins", scope: "all", categories: ["domain"] });
    await expect(taken).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(admin.calendarFeed.renew({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(admin.calendarFeed.delete({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("without a name or content, with all deadlines for who may only look, and beyond the most", async () => {
    const refused = await refusalOf(api.calendarFeed.create({ name: " ", scope: "mine", categories: [] }));
    expect(refused.fields).toMatchObject({
      name: [expect.any(String)],
      categories: [expect.any(String)],
    });
    const lenas = (await office.as(lena)).calendarFeed;
    const feed = { name: "Fristen", categories: [...feedCategoryKeys] };
    const { id: customerId } = await createRecord(api, "customer");
    const { id } = await lenas.create({ ...feed, scope: "mine" });
    for (const wide of [
      { scope: "all" },
      { scope: "team", team: "member" },
      { scope: "customer", customerId },
    ] as const) {
      await expect(lenas.create({ ...feed, ...wide })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(lenas.update({ ...feed, ...wide, id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const unnamed = { ...feed, scope: "customer" } as const;
    expect((await refusalOf(api.calendarFeed.create(unnamed))).fields).toHaveProperty("customerId");
    expect((await refusalOf(api.calendarFeed.create({ ...feed, scope: "team" }))).fields).toHaveProperty("team");
    const gone = await refusalOf(api.calendarFeed.create({ ...unnamed, customerId: "gibt-es-nicht" }));
    expect(gone.fields).toHaveProperty("customerId");
    for (let count = 0; count < maxFeeds; count += 1) await openFeed(jana);
    expect(await refusalOf(openFeed(jana))).toMatchObject({ code: "PRECONDITION_FAILED" });
    const [feeds] = [await api.calendarFeed.list({})];
    expect(feeds).toHaveLength(maxFeeds);
    await api.calendarFeed.delete({ id: feeds[0]?.id ?? "" });
    await openFeed(jana);
  });
});

describe("the address of a feed", () => {
  it("is told once and kept as a hash", async () => {
    const { url } = await openFeed(jana);
    expect(url).toMatch(/^https:\/\/portal\.example\/ics\/[\w-]{43}\.ics$/);
    const kept = JSON.stringify([
      await office.services.db.selectFrom("calendarFeeds").selectAll().execute(),
      await office.services.db.selectFrom("changes").selectAll().execute(),
      await api.calendarFeed.list({}),
    ]);
    expect(kept).not.toContain(tokenOf(url));
    expect(kept).toContain("calendarFeed.created");
  });

  it("is another one once it was renewed, and none once the feed is deleted", async () => {
    const before = await openFeed(jana);
    expect(await fetchText(before.url)).toBeDefined();
    const after = await api.calendarFeed.renew({ id: before.id });
    expect(after).toMatchObject({ name: "Fristen", renewedAt: office.services.now() });
    expect(await fetchText(before.url)).toBeUndefined();
    expect(await fetchText(after.url)).toBeDefined();
    await api.calendarFeed.delete({ id: before.id });
    expect(await fetchText(after.url)).toBeUndefined();
    const kinds = await office.services.db.selectFrom("changes").select("kind").orderBy("id").execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "calendarFeed.created",
      "calendarFeed.renewed",
      "calendarFeed.deleted",
    ]);
  });

  it("is worth nothing while its person may not enter", async () => {
    const { url } = await openFeed(jana);
    const admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
    await admin.user.deactivate({ id: jana.id });
    expect(await fetchText(url)).toBeUndefined();
    await admin.user.reactivate({ id: jana.id });
    expect(await fetchText(url)).toBeDefined();
    await office.services.db
      .insertInto("settings")
      .values({
        section: "signIn",
        valuesJson: JSON.stringify({ secondFactor: "everyone" }),
        secretsJson: "{}",
        version: 1,
        updatedAt: office.services.now().toISOString(),
        updatedById: null,
      })
      .execute();
    expect(await fetchText(url)).toBeUndefined();
  });

  it("ends with the way out of its person, who may come back without it", async () => {
    const { url } = await openFeed(jana);
    const admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
    expect((await admin.offboarding.get({ id: jana.id })).left).toMatchObject({ feeds: 1 });
    await admin.offboarding.endAccess({ id: jana.id });
    expect((await admin.offboarding.get({ id: jana.id })).left).toMatchObject({ feeds: 0 });
    expect(await fetchText(url)).toBeUndefined();
    expect((await admin.offboarding.get({ id: jana.id })).run?.entries).toMatchObject([{ feeds: ["Fristen"] }]);
  });
});

describe("what a feed has", () => {
  it("are the deadlines of its categories, its person's own or all", async () => {
    const decided = { renewDecision: "keep", noticeDays: 0 };
    const own = { responsibleUserId: jana.id };
    await createRecord(api, "domain", { ...decided, ...own, name: "eigene.example", renewsAt: "2026-12-01" });
    await createRecord(api, "domain", { ...decided, name: "fremde.example", renewsAt: "2026-12-02" });
    await createRecord(api, "device", { name: "ThinkPad", warrantyUntil: "2026-12-03" });
    await createRecord(api, "contract", { title: "Wartung", startAt: "2026-01-01", endAt: "2026-12-04", ...own });
    await reviewed(api, "Notfallplan", "2026-12-05", own);
    const { id } = await createRecord(api, "feedback", { title: "Schneller suchen" });
    await (await office.as(maren)).feedback.update({
      params: { id },
      version: 1,
      body: { dueAt: "2026-12-06", assigneeId: jana.id },
    });
    expect(await titlesOf((await openFeed(jana)).url)).toEqual([
      "Domain-Verlängerung: eigene.example",
      "Domain-Verlängerung: fremde.example",
      "Garantieende: ThinkPad",
      "Vertragsende: Wartung",
      "Seite prüfen: Notfallplan",
      "Feedback fällig: Schneller suchen",
    ]);
    expect(await titlesOf((await openFeed(jana, { scope: "mine" })).url)).toEqual([
      "Domain-Verlängerung: eigene.example",
      "Vertragsende: Wartung",
      "Seite prüfen: Notfallplan",
      "Feedback fällig: Schneller suchen",
    ]);
    const some = await openFeed(jana, { categories: ["device", "page"] });
    expect(await titlesOf(some.url)).toEqual(["Garantieende: ThinkPad", "Seite prüfen: Notfallplan"]);
  });

  it("follows the rights that its person has by now, and never tells of pages of others", async () => {
    const marens = await office.as(maren);
    await reviewed(marens, "Nur Betreuer", "2026-12-01", { visibility: "maintainers" });
    await reviewed(marens, "Für alle", "2026-12-02", { responsibleUserId: jana.id });
    await reviewed(marens, "Nur Maren", "2026-12-03", { visibility: "private" });
    const [own, others] = [(await openFeed(maren)).url, (await openFeed(jana)).url];
    expect(await titlesOf(own)).toEqual([
      "Seite prüfen: Nur Betreuer",
      "Seite prüfen: Für alle",
      "Seite prüfen: Nur Maren",
    ]);
    expect(await titlesOf(others)).toEqual(["Seite prüfen: Für alle"]);
    const setRole = (role: "member" | "readonly") =>
      office.services.db.updateTable("users").set({ role }).where("id", "=", maren.id).execute();
    await setRole("member");
    expect(await titlesOf(own)).toEqual(["Seite prüfen: Für alle", "Seite prüfen: Nur Maren"]);
    await setRole("readonly");
    // Of all deadlines, which they may no longer take out of the portal, only their own are left.
    expect(await titlesOf(own)).toEqual(["Seite prüfen: Nur Maren"]);
  });

  it("keeps the identity of an event that moves, and leaves out what is archived", async () => {
    const { id } = await createRecord(api, "device", { name: "ThinkPad", warrantyUntil: "2026-12-03" });
    const { url } = await openFeed(jana, { categories: ["device"] });
    const [before] = await eventsOf(url);
    expect(before?.DTSTART).toMatchObject({ parameters: { VALUE: "DATE" }, value: "20261203" });
    expect(before?.DTEND).toMatchObject({ parameters: { VALUE: "DATE" }, value: "20261204" });
    expect(before?.URL?.value).toBe(`https://portal.example/devices/${id}`);
    office.advance(60_000);
    expect(await fetchText(url)).toBe(await fetchText(url));
    await api.device.update({ params: { id }, body: { warrantyUntil: "2026-12-31" }, version: 1 });
    const [after] = await eventsOf(url);
    expect(after?.UID?.value).toBe(before?.UID?.value);
    expect(after?.DTSTART?.value).toBe("20261231");
    expect(after?.DTEND?.value).toBe("20270101");
    expect(after?.DTSTAMP?.value.localeCompare(before?.DTSTAMP?.value ?? "")).toBe(1);
    expect(Number(after?.SEQUENCE?.value)).toBeGreaterThan(Number(before?.SEQUENCE?.value));
    expect([after?.COLOR?.value, after?.CATEGORIES?.value]).toEqual(["seagreen", "Geräte & Rückgaben"]);
    await api.device.archive({ id });
    expect(await eventsOf(url)).toEqual([]);
  });
});

describe("a feed that is changed", () => {
  it("keeps its address, and has something else from then on", async () => {
    await createRecord(api, "device", { name: "ThinkPad", warrantyUntil: "2026-12-03" });
    const { id, url } = await openFeed(jana, { categories: ["domain"] });
    expect(await titlesOf(url)).toEqual([]);
    const settings = { name: "Geräte", scope: "all", categories: ["device"] } as const;
    const changed = await api.calendarFeed.update({ ...settings, categories: ["device"], id, alarmDays: 7 });
    expect(changed).toMatchObject({ id, name: "Geräte", scope: "all", categories: ["device"], alarmDays: 7 });
    expect(await titlesOf(url)).toEqual(["Garantieende: ThinkPad"]);
    const [last] = await office.services.db.selectFrom("changes").selectAll().orderBy("id", "desc").limit(1).execute();
    expect(last).toMatchObject({ kind: "calendarFeed.updated", subjectId: id });
    expect(JSON.parse(last?.afterJson ?? "{}")).toMatchObject({ categories: ["device"], alarmDays: 7 });
  });

  it("has the deadlines of one customer, and follows that one into another record", async () => {
    const { id: customerId } = await createRecord(api, "customer", { name: "Amsel" });
    const { id: otherId } = await createRecord(api, "customer", { name: "Fink" });
    const dated = { renewDecision: "keep", noticeDays: 0, renewsAt: "2026-12-01" };
    await createRecord(api, "domain", { ...dated, name: "amsel.example", customerId });
    await createRecord(api, "domain", { ...dated, name: "fink.example", customerId: otherId });
    const feed = { name: "Amsel", categories: [...feedCategoryKeys], scope: "customer", customerId } as const;
    const { url, customer } = await api.calendarFeed.create({ ...feed, categories: [...feedCategoryKeys] });
    expect(customer).toEqual({ id: customerId, label: "Amsel" });
    expect(await titlesOf(url)).toEqual(["Domain-Verlängerung: amsel.example"]);
    const { properties } = readCalendar((await fetchText(url)) ?? "");
    expect(properties.filter(({ name }) => name.endsWith("NAME"))).toMatchObject([
      { name: "NAME", value: "Amsel (Amsel)" },
      { name: "X-WR-CALNAME", value: "Amsel (Amsel)" },
    ]);
    const [survivor, merged] = [
      { id: otherId, version: 1 },
      { id: customerId, version: 1 },
    ];
    await (await office.as(maren)).merge.records({ type: "customer", survivor, merged });
    expect(await titlesOf(url)).toEqual(["Domain-Verlängerung: amsel.example", "Domain-Verlängerung: fink.example"]);
  });

  it("has what the people of a team are to do, its tasks, and for maintainers what is nobody's", async () => {
    const dated = { renewDecision: "keep", noticeDays: 0, renewsAt: "2026-12-01" };
    await createRecord(api, "domain", { ...dated, name: "jana.example", responsibleUserId: jana.id });
    await createRecord(api, "domain", { ...dated, name: "maren.example", responsibleUserId: maren.id });
    await createRecord(api, "domain", { ...dated, name: "niemand.example" });
    await api.task.create({ title: "Aufräumen", dueOn: "2026-12-02", assigneeGroup: "member" });
    const ofTeam = async (team: "member" | "maintainer") => {
      const feed = { name: "Team", scope: "team", team, categories: [...feedCategoryKeys] } as const;
      return titlesOf((await api.calendarFeed.create({ ...feed, categories: [...feedCategoryKeys] })).url);
    };
    expect(await ofTeam("member")).toEqual(["Domain-Verlängerung: jana.example", "Aufgabe: Aufräumen"]);
    expect(await ofTeam("maintainer")).toEqual([
      "Domain-Verlängerung: maren.example",
      "Domain-Verlängerung: niemand.example",
    ]);
  });

  it("reminds at nine in the morning, so many days before, of what is still to come", async () => {
    await createRecord(api, "device", { name: "Morgen", warrantyUntil: "2026-12-03" });
    await createRecord(api, "device", { name: "Vorbei", warrantyUntil: "2026-11-01" });
    const { id, url } = await openFeed(jana, { categories: ["device"] });
    const alarms = async () =>
      readCalendar((await fetchText(url)) ?? "").alarms.map((each) => each.map(({ TRIGGER }) => TRIGGER?.value));
    expect(await alarms()).toEqual([[], []]);
    const feed = { id, name: "Fristen", scope: "all", categories: ["device" as const] } as const;
    for (const [alarmDays, trigger] of [
      [0, "PT9H"],
      [1, "-PT15H"],
      [7, "-P6DT15H"],
    ] as const) {
      await api.calendarFeed.update({ ...feed, categories: ["device"], alarmDays });
      expect(await alarms()).toEqual([[], [trigger]]);
    }
  });
});

test("the next term of a domain has the event of the one before, in a later revision", async () => {
  const { id } = await createRecord(api, "domain", {
    name: "amsel.example",
    renewsAt: "2026-12-01",
    renewDecision: "keep",
    noticeDays: 0,
    periodMonths: 12,
  });
  const { url } = await openFeed(jana, { categories: ["domain"] });
  const [before] = await eventsOf(url);
  for (let change = 0; change < 3; change += 1) {
    office.advance(60_000);
    await (await office.as(maren)).domain.update({ params: { id }, body: { costCents: 1000 + change } });
  }
  office.advance(60_000);
  await (await office.as(maren)).term.renew({ type: "domain", id });
  const after = (await eventsOf(url)).find(({ UID }) => UID?.value === before?.UID?.value);
  expect(after?.DTSTART?.value).toBe("20271201");
  expect(Number(after?.SEQUENCE?.value)).toBeGreaterThan(Number(before?.SEQUENCE?.value) + 3);
});

describe("a calendar on the wire", () => {
  const event = {
    uid: "1@x",
    day: "2026-12-03",
    category: "Geräte & Rückgaben",
    color: "seagreen",
    url: "https://portal.example/d/1",
  };
  const changedAt = new Date("2026-11-20T09:13:00.000Z");
  const read = (title: string, details: string[] = []) =>
    readCalendar(writeCalendar("Fristen", [{ ...event, title, details, changedAt }])).events[0];
  const alarmOf = (title: string) =>
    readCalendar(writeCalendar("Fristen", [{ ...event, title, details: [], changedAt, alarmDays: 3 }])).alarms[0]?.[0];

  it.each([
    ["signs of the format", 'Semikolon; Komma, Rückstrich \\ Zeile\\n "Anführung": Doppelpunkt'],
    ["lines that break", "Erste\nZweite"],
    ["a long word of umlauts", "ä".repeat(500)],
    ["emoji that take four octets", "👩‍💻🚀".repeat(60)],
    ["what looks like a property", "END:VEVENT\nBEGIN:VALARM"],
  ])("carries %s unharmed", (_, title) => {
    expect(read(title)?.SUMMARY?.value).toBe(title);
    expect(alarmOf(title)).toMatchObject({ ACTION: { value: "DISPLAY" }, DESCRIPTION: { value: title } });
    expect(read("x", [title, "Zuletzt"])?.DESCRIPTION?.value).toBe(`${title}\nZuletzt`);
  });

  it("lets nobody write properties by other line ends or control characters", () => {
    expect(read("Eins\r\nATTENDEE:x\u0000\u0007\rZwei")?.SUMMARY?.value).toBe("Eins\nATTENDEE:x  \nZwei");
  });
});
