import { beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { transact } from "../../../server/db/transact.ts";
import { fillDeadlines } from "../../../server/features/deadlines/repair.ts";
import { remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import { type NewNotification, notify } from "../../../server/notifications/notify.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

/** A Friday; the office opens on it. */
const friday = "2026-11-20";

let office: Office;
let jana: Person;
let timo: Person;
let nora: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo <Brandt>" });
  nora = await office.hire({ name: "Nora Chef", role: "admin" });
});

const leave = async (person: Person, deputy: Person | undefined, awayUntil: string | null = friday) =>
  (await office.as(person)).notification.setAbsence({ awayUntil, ...(deputy && { deputyId: deputy.id }) });

async function ask(part: Partial<NewNotification> = {}, by: Person = nora): Promise<void> {
  await transact(await office.contextOf(by), (tx) =>
    notify(tx, {
      forUserId: jana.id,
      title: "Bitte prüfen",
      message: "<b>Seite</b>",
      category: "wiki",
      asksForAction: true,
      ...part,
    }),
  );
}

/** What somebody has in the bell, but for being told that they stand in. */
const bell = async (person: Person) =>
  (await (await office.as(person)).notification.list({ where: { forUserId: person.id } })).data.filter(
    ({ title }) => !title.startsWith("Du vertrittst"),
  );
const titles = async (person: Person) => (await bell(person)).map(({ title }) => title);

describe("a stand-in is refused", () => {
  it("without a session, and so is the list of who is away", async () => {
    const { notification } = await office.as();
    await expect(notification.absent()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(notification.setTimeZone({ timeZone: null })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("when it is oneself, nobody, or somebody who has left, by its field, and nothing is kept", async () => {
    const gone = await office.hire({ name: "Gone" });
    await (await office.as(nora)).user.deactivate({ id: gone.id });
    for (const deputyId of [jana.id, "nobody", gone.id]) {
      const call = (await office.as(jana)).notification.setAbsence({ awayUntil: friday, deputyId });
      await expect(call).rejects.toMatchObject({
        code: "BAD_REQUEST",
        cause: { fields: { deputyId: [expect.any(String)] } },
      });
    }
    expect(await (await office.as(jana)).notification.getPreferences()).toMatchObject({ awayUntil: null, version: 0 });
  });
});

describe("a deputy", () => {
  it("is told so, once for each time", async () => {
    await leave(jana, timo, "2026-11-27");
    await leave(jana, timo, "2026-11-27");
    const { data } = await (await office.as(timo)).notification.list({ where: { forUserId: timo.id } });
    expect(data).toMatchObject([{ title: "Du vertrittst Jana Petersen", link: `/users/${jana.id}`, count: 1 }]);
    expect(data[0]?.message).toContain("Bis 27.11.2026");
    const [change] = await office.services.db
      .selectFrom("changes")
      .selectAll()
      .where("kind", "=", "user.notifications-changed")
      .execute();
    expect(JSON.parse(change?.afterJson ?? "{}")).toMatchObject({ awayUntil: "2026-11-27", deputyId: timo.id });
  });

  it("is told as well of what asks for action, marked as such, with a signal of their own", async () => {
    await leave(jana, timo);
    office.signals.length = 0;
    await ask({ link: "/customers" });
    await ask({ title: "Nur zur Kenntnis", asksForAction: undefined as never });
    expect(await titles(jana)).toEqual(expect.arrayContaining(["Bitte prüfen", "Nur zur Kenntnis"]));
    expect(await bell(timo)).toMatchObject([
      { title: "Bitte prüfen", message: "<strong>In Vertretung für Jana Petersen</strong><br /><b>Seite</b>" },
    ]);
    expect(office.signals.map(({ toUserId }) => toUserId)).toEqual([jana.id, timo.id, jana.id]);
  });

  it("is named without the markup of a name", async () => {
    await leave(timo, jana);
    await ask({ forUserId: timo.id });
    expect((await bell(jana))[0]?.message).toContain("In Vertretung für Timo &lt;Brandt&gt;");
  });

  it("is told nothing before and after: it ends by itself", async () => {
    await ask();
    await leave(jana, timo);
    office.advance(dayMs);
    await ask();
    expect(await titles(timo)).toEqual([]);
    expect(await (await office.as(jana)).notification.getPreferences()).toMatchObject({
      awayUntil: null,
      deputyId: null,
      deputy: null,
    });
    expect(await (await office.as(timo)).notification.absent()).toEqual([]);
  });

  it("who has done it themself is not told of it", async () => {
    await leave(jana, timo);
    await ask({}, timo);
    expect(await titles(jana)).toEqual(["Bitte prüfen"]);
    expect(await titles(timo)).toEqual([]);
  });

  it("hears of a page only when they may read it", async () => {
    await leave(jana, timo);
    const boss = await office.as(nora);
    const { id } = await createRecord(boss, "page", { title: "Gehälter", visibility: "maintainers" });
    await ask({ link: `/wiki/${id}` });
    expect(await titles(timo)).toEqual([]);
    const open = await createRecord(boss, "page", { title: "Urlaub" });
    await ask({ link: `/wiki/${open.id}` });
    expect(await titles(timo)).toEqual(["Bitte prüfen"]);
  });

  it("is led to the profile, not into an account that is nobody else's", async () => {
    await leave(jana, timo);
    await ask({ link: `/users/${jana.id}/tasks` });
    expect(await bell(timo)).toMatchObject([{ link: `/users/${jana.id}` }]);
  });

  it("gets what is alike as one, apart from their own", async () => {
    await leave(jana, timo);
    await ask({ groupKey: "x" });
    await ask({ groupKey: "x" });
    await ask({ groupKey: "x", forUserId: timo.id });
    expect((await bell(timo)).map(({ count }) => count).sort()).toEqual([1, 2]);
  });
});

describe("a deputy who is away as well", () => {
  it("passes it on, also over two, and says for whom it was meant first", async () => {
    const last = await office.hire({ name: "Last" });
    await leave(jana, timo);
    await leave(timo, last);
    await ask();
    expect(await titles(timo)).toEqual([]);
    expect((await bell(last))[0]?.message).toContain("In Vertretung für Jana Petersen");
  });

  it("ends a circle", async () => {
    await leave(jana, timo);
    await leave(timo, jana);
    await ask();
    expect([await titles(jana), await titles(timo)]).toEqual([["Bitte prüfen"], []]);
  });

  it("is shown to whom they stand in for", async () => {
    await leave(timo, undefined, "2026-11-30");
    expect(await leave(jana, timo)).toMatchObject({
      deputy: { id: timo.id, name: "Timo <Brandt>", hasLeft: false, awayUntil: "2026-11-30" },
    });
  });
});

describe("a deputy who has left", () => {
  it("is passed over, and their person sees it", async () => {
    await leave(jana, timo);
    await (await office.as(nora)).user.deactivate({ id: timo.id });
    await ask();
    const rows = await office.services.db.selectFrom("notifications").select(["forUserId", "title"]).execute();
    expect(rows.filter(({ title }) => title === "Bitte prüfen").map(({ forUserId }) => forUserId)).toEqual([jana.id]);
    expect(await (await office.as(jana)).notification.getPreferences()).toMatchObject({ deputy: { hasLeft: true } });
  });
});

it("a deputy hears of pages to review, of mentions and of things to take over, and of no internal comment", async () => {
  const lead = await office.hire({ name: "Lea Lead", role: "maintainer" });
  await leave(lead, timo);
  const boss = await office.as(nora);
  const { id } = await createRecord(boss, "feedback", { title: "Dunkle Karte" });
  const mention = { id, mentions: [lead.id] };
  await boss.feedback.comment({ ...mention, body: "@Lea Lead, schaust du?", internal: false });
  await boss.feedback.comment({ ...mention, body: "@Lea Lead, nur für uns", internal: true });
  await createRecord(boss, "page", { title: "Onboarding", responsibleUserId: lead.id });
  await office.services.db.updateTable("pages").set({ reviewAt: "2026-11-20" }).execute();
  await fillDeadlines(office.services);
  await remindOfDeadlines(office.services);
  const leaving = await office.hire({ name: "Geht" });
  await createRecord(boss, "customer", { name: "Weingut Bussard", responsibleUserId: leaving.id });
  await boss.offboarding.handOver({ id: leaving.id, toId: lead.id });
  expect((await titles(timo)).sort()).toEqual([
    "Du bist jetzt zuständig: 1 Kunde",
    "Nora Chef hat dich in F-1 erwähnt",
    "Onboarding: Seite prüfen, heute",
  ]);
  expect(await titles(lead)).toHaveLength(4 + 1);
});

it("colleagues see who is away until when, and who stands in", async () => {
  await leave(jana, timo, "2026-12-12");
  await leave(timo, undefined);
  const seen = await (await office.as(await office.hire({ role: "readonly" }))).notification.absent();
  expect(seen).toHaveLength(2);
  expect(seen).toEqual(
    expect.arrayContaining([
      { userId: jana.id, until: "2026-12-12", deputy: { id: timo.id, name: "Timo <Brandt>" } },
      { userId: timo.id, until: friday, deputy: null },
    ]),
  );
  await leave(jana, undefined, null);
  expect(await (await office.as(jana)).notification.absent()).toHaveLength(1);
});
