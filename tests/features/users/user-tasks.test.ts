import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalsOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let chief: Person;
let jana: Person;
let timo: Person;
let lena: Person;
let admin: Api;
let janas: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  lena = await office.hire({ name: "Lena Voss", role: "readonly" });
  admin = await office.as(chief);
  janas = await office.as(jana);
});

describe("what waits for a person is refused", () => {
  it("to strangers, and to colleagues who do not look after others", async () => {
    const stranger = await office.as();
    for (const call of [
      stranger.user.tasks({ id: jana.id }),
      stranger.user.responsibilities({ id: jana.id }),
      stranger.user.activity({ id: jana.id }),
    ])
      await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const lenas = await office.as(lena);
    await expect(lenas.user.tasks({ id: jana.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(lenas.user.activity({ id: jana.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect((await office.as(timo)).user.activity({ id: jana.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("for people who are not known", async () => {
    const calls = [
      admin.user.tasks({ id: "niemand" }),
      admin.user.responsibilities({ id: "niemand" }),
      admin.user.activity({ id: "niemand" }),
    ];
    for (const refusal of await refusalsOf(calls)) expect(refusal).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("responsibilities", () => {
  it("are counted by type with the first of each, without what is archived", async () => {
    for (const name of ["Amsel", "Birke", "Dachs", "Eiche", "Fuchs", "Gans"])
      await createRecord(admin, "customer", { name: `Kunde ${name}`, responsibleUserId: jana.id });
    const gone = await createRecord(admin, "customer", { name: "Weg", responsibleUserId: jana.id });
    await admin.customer.archive({ id: gone.id });
    const found = await (await office.as(lena)).user.responsibilities({ id: jana.id });
    expect(found).toMatchObject([{ type: "customer", total: 6 }]);
    expect(found[0]?.items.map(({ label }) => label)).toEqual(
      ["Amsel", "Birke", "Dachs", "Eiche", "Fuchs"].map((name) => `Kunde ${name}`),
    );
    expect(await admin.user.responsibilities({ id: timo.id })).toEqual([]);
  });

  it("leave out the pages that the asking person may not read", async () => {
    await createPage(admin, { title: "Zugänge", visibility: "maintainers", responsibleUserId: timo.id });
    await createPage(admin, { title: "Offen", responsibleUserId: timo.id });
    expect(await (await office.as(lena)).user.responsibilities({ id: timo.id })).toMatchObject([
      { type: "page", total: 1, items: [{ label: "Offen" }] },
    ]);
    expect(await admin.user.responsibilities({ id: timo.id })).toMatchObject([{ type: "page", total: 2 }]);
  });
});

describe("tasks", () => {
  const setReview = (id: string, reviewAt: string) =>
    office.services.db.updateTable("pages").set({ reviewAt }).where("id", "=", id).execute();

  it("are nothing for somebody new", async () => {
    expect(await janas.user.tasks({ id: jana.id })).toEqual({
      tasks: { total: 0, overdue: 0, items: [] },
      reviews: { total: 0, overdue: 0, items: [] },
      feedback: { total: 0, items: [] },
      devices: { total: 0, overdue: 0, items: [] },
      chats: [],
    });
  });

  it("name overdue reviews first and leave out those of later", async () => {
    for (const [title, day] of [
      ["Bald", "2026-11-28"],
      ["Überfällig", "2026-11-01"],
      ["Später", "2026-12-24"],
    ] as const) {
      const page = await createPage(janas, { title });
      await setReview(page.id, day);
    }
    const { reviews } = await (await office.as(timo)).user.tasks({ id: jana.id });
    expect(reviews).toMatchObject({ total: 2, overdue: 1 });
    expect(reviews.items.map(({ label }) => label)).toEqual(["Überfällig", "Bald"]);
  });

  it("hold open feedback, and none that is closed", async () => {
    const body = { kind: "idea", area: "wiki" } as const;
    const open = await createRecord(admin, "feedback", { ...body, title: "Schneller suchen", assigneeId: jana.id });
    const done = await createRecord(admin, "feedback", { ...body, title: "Längst erledigt", assigneeId: jana.id });
    await office.services.db.updateTable("feedback").set({ status: "done" }).where("id", "=", done.id).execute();
    const { feedback } = await janas.user.tasks({ id: jana.id });
    expect(feedback).toMatchObject({ total: 1, items: [{ id: open.id, label: "Schneller suchen", status: "new" }] });
  });

  it("name chats in which somebody was called upon, to them alone and until they have looked", async () => {
    const timos = await office.as(timo);
    const say = (body: string) => timos.chat.create({ title: "Umzug", body, clientId: newId() });
    await say("Ohne Erwähnung");
    const { id } = await say(`Schaust du, @[user:${jana.id}]?`);
    expect((await janas.user.tasks({ id: jana.id })).chats).toMatchObject([{ id, title: "Umzug", pageId: null }]);
    expect((await admin.user.tasks({ id: jana.id })).chats).toBeNull();
    await janas.chat.markRead({ id, number: 1 });
    expect((await janas.user.tasks({ id: jana.id })).chats).toEqual([]);
  });
});

describe("activity", () => {
  it("is what the person did, newest first and paged, in German", async () => {
    const { id } = await createRecord(janas, "customer", { name: "Weingut Amsel" });
    office.advance(1000);
    await createRecord(await office.as(timo), "customer", { name: "Nicht von ihr" });
    await janas.user.update({ params: { id: jana.id }, body: { position: "Leitung" } });
    const mine = await janas.user.activity({ id: jana.id, limit: 1 });
    expect(mine).toMatchObject({ totalItems: 2, totalPages: 2, data: [{ label: "Profil geändert" }] });
    const older = await admin.user.activity({ id: jana.id, limit: 1, page: 2 });
    expect(older.data).toMatchObject([
      { label: "Kunde angelegt", subject: { title: "Weingut Amsel", href: `/customers/${id}` } },
    ]);
  });

  it("hides the names of what the person may not read any more", async () => {
    const page = await createPage(janas, { title: "Geheimer Plan" });
    await admin.page.update({
      params: { id: page.id },
      body: { visibility: "maintainers" },
      version: (await admin.page.get({ id: page.id })).version,
    });
    const text = JSON.stringify(await janas.user.activity({ id: jana.id }));
    expect(text).toContain("Seite angelegt");
    expect(text).not.toContain("Geheimer Plan");
  });
});
