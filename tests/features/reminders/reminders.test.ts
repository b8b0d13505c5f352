import { beforeEach, describe, expect, test } from "vitest";
import { lastLeadBy, usualLeads } from "../../../contract/reminders/reminders.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { usualCalendar, type WorkCalendar } from "../../../contract/time/work-calendar.ts";
import { deliverMessages } from "../../../server/features/channels/deliver.ts";
import { remindOfChanges, remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { adminOf, valuesFor } from "../../support/channel-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openChatService } from "../../support/servers/chat-services.ts";

describe("which reminder has come", () => {
  const calendar: WorkCalendar = { ...usualCalendar, workingDays: [0, 1, 2, 3, 4, 5, 6], holidayRegion: "germany" };
  const onDay = (day: string, dueOn: string, by = calendar, cancelBy: string | null = null) =>
    lastLeadBy(day, { dates: { dueOn, cancelBy }, leads: usualLeads, calendar: by });

  test.each([
    ["2026-01-01", undefined],
    ["2026-01-16", undefined],
    ["2026-01-17", 60],
    ["2026-02-15", 60],
    ["2026-02-16", 30],
    ["2026-03-17", 1],
    ["2026-03-18", 0],
    ["2026-03-19", -1],
    ["2026-03-24", -1],
    ["2026-03-25", -7],
    ["2026-05-30", -30],
  ])("on %s the last of a date of 18 March is %s", (day, lead) => {
    expect(onDay(day, "2026-03-18")).toBe(lead);
  });

  test("counts down to the last day to cancel where there is one", () => {
    expect(onDay("2026-03-11", "2026-04-18", calendar, "2026-03-18")).toBe(7);
  });

  test("comes on the working day before a day off, and when overdue on the one after", () => {
    // 22 March 2026 is a Sunday: its day and the day before are told on Friday, a day late on Monday.
    expect(onDay("2026-03-20", "2026-03-22", usualCalendar)).toBe(0);
    expect(onDay("2026-03-22", "2026-03-22", usualCalendar)).toBe(0);
    expect(onDay("2026-03-23", "2026-03-22", usualCalendar)).toBe(-1);
    // 21 March is a Saturday: one day late is Sunday, which is told on Monday.
    expect(onDay("2026-03-22", "2026-03-21", usualCalendar)).toBe(0);
    expect(onDay("2026-03-23", "2026-03-21", usualCalendar)).toBe(-1);
  });
});

let office: Office;
let jana: Person;
let api: Api;
let today: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  today = portalDate(office.services.now());
});

const inDays = (days: number) => addDays(today, days);
const domainIn = (days: number, body = {}) =>
  createRecord(api, "domain", { renewsAt: inDays(days), responsibleUserId: jana.id, autoRenew: false, ...body });
const told = async (person: Person) =>
  (
    await office.services.db
      .selectFrom("notifications")
      .selectAll()
      .where("forUserId", "=", person.id)
      .orderBy("id")
      .execute()
  ).filter(({ category }) => category === "deadline" || category === "device" || category === "contract");
const titles = async (person: Person) => (await told(person)).map(({ title }) => title);
const run = () => remindOfDeadlines(office.services);

describe("reminders of deadlines", () => {
  test("come once for each lead, to the person who is responsible", async () => {
    await domainIn(30, { name: "amsel.example" });
    await domainIn(200, { name: "fern.example" });
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await titles(jana)).toEqual(["amsel.example: Domain-Verlängerung, in 30 Tagen"]);
    office.advance(16 * dayMs);
    expect(await run()).toBe(1);
    expect((await titles(jana)).at(-1)).toBe("amsel.example: Domain-Verlängerung, in 14 Tagen");
  });

  test("of one day are one notification with a row each", async () => {
    for (const name of ["amsel.example", "drossel.example", "<b>fink</b>"])
      await createRecord(api, "device", { name, warrantyUntil: inDays(7), responsibleUserId: jana.id });
    expect(await run()).toBe(1);
    const [one, ...others] = await told(jana);
    expect(others).toEqual([]);
    expect(one?.title).toBe("Heute: 3 Fristen");
    expect(one?.message.split("<br")).toHaveLength(3);
    expect(one?.message).toContain("&lt;b&gt;fink");
  });

  test("of one day are one notification whatever they are about, and as many as somebody hears of in other ways", async () => {
    const aboutAll = async (days: number) => {
      await domainIn(days);
      await createRecord(api, "device", { warrantyUntil: inDays(days), responsibleUserId: jana.id });
      const { id } = await createRecord(api, "customer", { responsibleUserId: jana.id });
      const body = { customerId: id, responsibleUserId: jana.id, startAt: "2026-01-01", autoRenew: false };
      await createRecord(api, "contract", { ...body, endAt: inDays(days) });
    };
    await aboutAll(7);
    expect(await run()).toBe(1);
    expect(await titles(jana)).toEqual(["Heute: 3 Fristen"]);
    await api.notification.setChannel({ topic: "device", channel: "mail", isOn: true });
    await aboutAll(14);
    await run();
    const parts = (await titles(jana)).slice(1).map((title) => /^Heute: \d|Garantieende/.exec(title)?.[0]);
    expect(parts.sort()).toEqual(["Garantieende", "Heute: 2"]);
  });

  test("after days without power are one summary, not one for each day", async () => {
    await domainIn(31);
    office.advance(25 * dayMs);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await told(jana)).toHaveLength(1);
  });

  test("are armed anew by a date that moved", async () => {
    const { id } = await domainIn(7);
    await run();
    await api.domain.update({ params: { id }, body: { renewsAt: inDays(14) } });
    expect(await run()).toBe(1);
    expect(await told(jana)).toHaveLength(2);
  });

  test("go to the maintainers where nobody is responsible, and to nobody who has left", async () => {
    const timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
    const member = await office.hire({ role: "member" });
    await createRecord(api, "domain", { renewsAt: inDays(7), autoRenew: false });
    await run();
    expect([await told(jana), await told(timo), await told(member)].map(({ length }) => length)).toEqual([1, 1, 0]);
  });

  test("reach nobody else of what somebody takes care of", async () => {
    const timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
    const { id } = await domainIn(7);
    const { db } = office.services;
    const deadline = await db
      .selectFrom("deadlines")
      .select("id")
      .where("targetId", "=", id)
      .where("kind", "=", "domainRenewal")
      .executeTakeFirstOrThrow();
    const at = office.services.now();
    await db
      .insertInto("claims")
      .values({
        subjectType: "deadline",
        subjectId: deadline.id,
        userId: timo.id,
        askedAt: null,
        claimedAt: at.toISOString(),
        lastSignAt: at.toISOString(),
        endsAt: new Date(at.getTime() + dayMs).toISOString(),
      })
      .execute();
    await run();
    expect([(await told(jana)).length, (await told(timo)).length]).toEqual([0, 1]);
  });

  test("come for a last day to cancel that is the day of the renewal, and not for both", async () => {
    await domainIn(7, { name: "amsel.example", autoRenew: true, noticeDays: 0, renewDecision: "open" });
    const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const ends = { customerId: id, endAt: inDays(7), noticeDays: 0, autoRenew: true, status: "active" };
    await createRecord(api, "contract", { ...ends, title: "Pflege" });
    await run();
    const rows = await office.services.db
      .selectFrom("reminders")
      .innerJoin("deadlines", "deadlines.id", "reminders.deadlineId")
      .select("kind")
      .orderBy("kind")
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual(["contractCancel", "domainCancel"]);
  });

  test("of a task reach whoever takes care of it alone", async () => {
    const timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
    const { id } = await api.task.create({ title: "Anrufen", dueOn: inDays(7), assigneeUserId: jana.id });
    await (await office.as(timo)).claim.claim({ type: "task", id });
    await run();
    const rows = await office.services.db.selectFrom("reminders").select("userId").execute();
    expect(rows).toEqual([{ userId: timo.id }]);
  });

  test("of a task reach the group that was asked, and who has noted it for themself, before any maintainer", async () => {
    const timo = await office.hire({ name: "Timo Brandt", role: "admin" });
    const lena = await office.hire({ name: "Lena Vogt", role: "member" });
    const mine = await office.as(lena);
    await mine.task.create({ title: "Für Admins", dueOn: inDays(7), assigneeGroup: "admin" });
    await mine.task.create({ title: "Notiz", dueOn: inDays(7) });
    await run();
    const rows = await office.services.db
      .selectFrom("reminders")
      .innerJoin("deadlines", "deadlines.id", "reminders.deadlineId")
      .select(["title", "userId"])
      .orderBy("title")
      .execute();
    expect(rows).toEqual([
      { title: "Für Admins", userId: timo.id },
      { title: "Notiz", userId: lena.id },
    ]);
  });

  test("of a return go to whoever has the thing, and a week later to who is responsible", async () => {
    const lena = await office.hire({ name: "Lena Vogt", role: "readonly" });
    const { id } = await createRecord(api, "device", { name: "Notebook", responsibleUserId: jana.id });
    await api.device.checkOut({ deviceIds: [id], to: { type: "user", id: lena.id }, expectedReturnAt: inDays(1) });
    await run();
    expect([(await told(lena)).at(-1)?.title, (await told(jana)).length]).toEqual([
      expect.stringContaining("Notebook: Rückgabe fällig"),
      0,
    ]);
    office.advance(12 * dayMs);
    await run();
    expect((await titles(jana)).at(-1)).toContain("Notebook: Rückgabe fällig, seit");
  });

  test("follow the leads of the settings", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.setting.update({ section: "deadlines", values: { leads: { domainRenewal: [90] } }, version: 0 });
    await domainIn(80);
    expect(await run()).toBe(1);
    expect(await titles(jana)).toEqual([expect.stringContaining("in 80 Tagen")]);
  });

  test("follow the leads of one record, also in the terms that follow", async () => {
    await domainIn(80);
    const find = async () => (await api.deadline.list({ kind: "domainRenewal" })).data[0];
    const rosa = await office.as(await office.hire({ role: "readonly" }));
    const { id = "", target } = (await find()) ?? {};
    expect((await refusalOf(rosa.deadline.setLeads({ id, leadDays: [80] }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(api.deadline.setLeads({ id, leadDays: [-1] }))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(api.deadline.setLeads({ id: "keine", leadDays: [1] }))).code).toBe("NOT_FOUND");
    await api.deadline.setLeads({ id, leadDays: [80] });
    expect(await run()).toBe(1);
    expect(await titles(jana)).toEqual([expect.stringContaining("in 80 Tagen")]);
    await api.domain.update({ params: { id: target?.id ?? "" }, body: { renewsAt: inDays(80 + 365) } });
    expect(await find()).toMatchObject({ leadDays: [80], dueOn: inDays(80 + 365) });
    await api.deadline.setLeads({ id: (await find())?.id ?? "", leadDays: null });
    expect((await find())?.leadDays).toBeNull();
  });

  test("count the confirmation of a holder down, and end when it is there", async () => {
    const { id } = await createRecord(api, "domain", {
      name: "amsel.de",
      nis2Status: "requested",
      nis2DeadlineAt: inDays(28),
      responsibleUserId: jana.id,
    });
    const heard: string[] = [];
    for (let day = 0; day <= 32; day += 1) {
      if (day > 0) office.advance(dayMs);
      const before = (await titles(jana)).length;
      await run();
      heard.push(...(await titles(jana)).slice(before));
    }
    expect(heard.every((title) => title.includes("Inhaberdaten bestätigen (DENIC)"))).toBe(true);
    expect(heard.map((title) => /(heute|morgen|gestern|\d+ Tagen?)/.exec(title)?.[0])).toEqual([
      "28 Tagen",
      "14 Tagen",
      "7 Tagen",
      "morgen",
      "heute",
      "3 Tagen",
    ]);
    await api.domain.update({ params: { id }, body: { nis2VerifiedAt: inDays(32), nis2Status: "dataConfirmed" } });
    office.advance(7 * dayMs);
    expect(await run()).toBe(0);
  });

  test("come during the day for what was entered after the morning's", async () => {
    await office.services.jobs.run(office.services, "reminders");
    await domainIn(7);
    expect(await remindOfChanges(office.services)).toBe(1);
    expect(await remindOfChanges(office.services)).toBe(0);
  });

  test("do not come for what renews itself and is kept", async () => {
    await createRecord(api, "domain", {
      renewsAt: inDays(7),
      responsibleUserId: jana.id,
      autoRenew: true,
      renewDecision: "keep",
    });
    expect(await run()).toBe(0);
  });
});

test("rooms hear of a date once, however many people are reminded of it, and of nobody's own", async () => {
  const timo = await office.hire({ name: "Timo Brandt" });
  const admin = await adminOf(office);
  const chat = await openChatService("matrix");
  const values = valuesFor("matrix", chat.receiver.url);
  const { id: channelId } = await admin.channel.create({ body: { service: "matrix", name: "Fristen", values } });
  await admin.channel.createRule({ body: { categories: ["deadline"], channelId } });
  for (const [name, responsibleUserId] of [
    ["amsel.example", jana.id],
    ["drossel.example", timo.id],
  ] as const)
    await createRecord(api, "domain", { name, responsibleUserId, renewsAt: addDays(today, 7), autoRenew: false });
  await api.deadline.create({ label: "Zahnarzt", dueOn: today, responsibleUserId: jana.id });
  await remindOfDeadlines(office.services);
  await remindOfDeadlines(office.services);
  await deliverMessages(office.services);
  const texts = chat.shown().map(({ text }) => text);
  expect(texts.filter((text) => text.includes("amsel.example"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("drossel.example"))).toHaveLength(1);
  expect(texts.join()).not.toContain("Zahnarzt");
  await chat.close();
});

test("a room that a rule keeps to one customer hears of no other customer's dates", async () => {
  const admin = await adminOf(office);
  const chat = await openChatService("matrix");
  const values = valuesFor("matrix", chat.receiver.url);
  const { id: channelId } = await admin.channel.create({ body: { service: "matrix", name: "Weingut", values } });
  const wine = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const bakery = await createRecord(api, "customer", { name: "Bäckerei Drossel" });
  await admin.channel.createRule({ body: { categories: ["deadline"], customerIds: [wine.id], channelId } });
  for (const [name, customerId] of [
    ["amsel.example", wine.id],
    ["drossel.example", bakery.id],
  ] as const)
    await createRecord(api, "domain", {
      name,
      customerId,
      responsibleUserId: jana.id,
      renewsAt: addDays(today, 7),
      autoRenew: false,
    });
  await remindOfDeadlines(office.services);
  await deliverMessages(office.services);
  const texts = chat.shown().map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining("amsel.example")]);
  expect(texts.join()).not.toContain("drossel.example");
  await chat.close();
});
