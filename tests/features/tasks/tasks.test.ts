import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let [jana, timo, maren, rosa]: Person[] = [];
let janas: Api;
let timos: Api;
let marens: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  rosa = await office.hire({ name: "Rosa Lesend", role: "readonly" });
  janas = await office.as(jana);
  timos = await office.as(timo);
  marens = await office.as(maren);
});

const idOf = (person?: Person) => person?.id as string;
const titles = async (api: Api, input: Parameters<Api["task"]["list"]>[0] = {}) =>
  (await api.task.list(input)).data.map(({ title }) => title);
const told = async (api: Api, person?: Person) =>
  (await api.notification.list({ where: { forUserId: idOf(person) } })).data.map(({ title }) => title);

describe("a task is refused", () => {
  it("to strangers and to who only reads", async () => {
    const stranger = await office.as();
    const reader = await office.as(rosa);
    const { id } = await janas.task.create({ title: "Anrufen" });
    expect((await refusalOf(stranger.task.list({}))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.task.create({ title: "Anrufen" }))).code).toBe("FORBIDDEN");
    for (const call of ["complete", "reopen", "delete", "claim", "release"] as const)
      expect([call, (await refusalOf(reader.task[call]({ id }))).code]).toEqual([call, "FORBIDDEN"]);
    expect(await titles(reader)).toEqual(["Anrufen"]);
  });

  it("with what is no title, day, rule or target", async () => {
    const rule = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30";
    const wrong = [
      { title: " " },
      { title: "A", dueOn: "31.12.2026" },
      { title: "A", recurrence: "jeden Tag" },
      { title: "A", recurrence: rule },
      { title: "A", targetType: "website" as const },
      { title: "A", assigneeUserId: "niemand" },
      { title: "A", assigneeUserId: idOf(rosa) },
      { title: "A", assigneeUserId: idOf(timo), assigneeGroup: "maintainer" as const },
      { title: "A", templateId: "keine" },
    ];
    for (const input of wrong)
      expect([input, (await refusalOf(janas.task.create(input))).code]).toEqual([input, "BAD_REQUEST"]);
    const gone = { title: "A", targetType: "website", targetId: "keine" } as const;
    expect((await refusalOf(janas.task.create(gone))).code).toBe("NOT_FOUND");
  });

  it("when it is changed to what is no title, point, day, rule or person, and stays as it was", async () => {
    const { id } = await janas.task.create({ title: "Anrufen", checklist: [{ text: "Nummer suchen" }] });
    const before = await janas.task.get({ id });
    const update = (input: object) => janas.task.update({ id, version: 1, ...input });
    await expectRefusal(update({ title: " " }), "BAD_REQUEST", "title");
    await expectRefusal(update({ dueOn: "2026-02-30" }), "BAD_REQUEST", "dueOn");
    await expectRefusal(update({ recurrence: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }), "BAD_REQUEST", "recurrence");
    await expectRefusal(update({ checklist: [{ text: " " }] }), "BAD_REQUEST", "checklist.0.text");
    await expectRefusal(update({ assigneeUserId: idOf(rosa) }), "BAD_REQUEST", "assigneeUserId");
    await expectRefusal(janas.task.assign({ id, assigneeUserId: idOf(rosa) }), "BAD_REQUEST", "assigneeUserId");
    await expectRefusal(janas.task.snooze({ id, until: "2026-11-20" }), "BAD_REQUEST", "until");
    await expectRefusal(janas.task.check({ id, itemId: "keiner", isDone: true }), "NOT_FOUND");
    expect(await janas.task.get({ id })).toEqual(before);
    expect(await janas.task.history({ id })).toHaveLength(1);
  });

  it("once it is done, to be put off and to be ticked, and to be claimed while somebody else takes care of it", async () => {
    const { id } = await janas.task.create({ title: "Anrufen", checklist: [{ text: "Nummer suchen" }] });
    const itemId = (await janas.task.get({ id })).checklist[0]?.id as string;
    await timos.task.claim({ id });
    await expectRefusal(janas.task.claim({ id }), "CONFLICT");
    await timos.task.release({ id });
    await janas.task.complete({ id });
    await expectRefusal(janas.task.snooze({ id, until: "2026-12-01" }), "PRECONDITION_FAILED");
    await expectRefusal(janas.task.check({ id, itemId, isDone: true }), "PRECONDITION_FAILED");
  });

  it("to a newer version, and to be deleted by who has not made it", async () => {
    const { id } = await janas.task.create({ title: "Anrufen" });
    await timos.task.update({ id, version: 1, title: "Zurückrufen" });
    expect(await refusalOf(janas.task.update({ id, version: 1, title: "Anmailen" }))).toMatchObject({
      code: "CONFLICT",
    });
    expect((await refusalOf(timos.task.delete({ id }))).code).toBe("FORBIDDEN");
    await marens.task.delete({ id });
    expect((await refusalOf(janas.task.get({ id }))).code).toBe("NOT_FOUND");
  });

  it("on what somebody may not read, and to be given to them", async () => {
    const page = await createPage(marens, { title: "Gehälter", visibility: "maintainers" });
    const target = { targetType: "page", targetId: page.id } as const;
    expect((await refusalOf(janas.task.create({ title: "Lesen", ...target }))).code).toBe("NOT_FOUND");
    const { id } = await marens.task.create({ title: "Prüfen", ...target });
    expect((await refusalOf(janas.task.get({ id }))).code).toBe("NOT_FOUND");
    expect(await titles(janas)).toEqual([]);
    expect(await refusalOf(marens.task.assign({ id, assigneeUserId: idOf(jana) }))).toMatchObject({
      code: "BAD_REQUEST",
    });
    await marens.task.assign({ id, assigneeGroup: "member" });
    expect(await told(janas, jana)).toEqual([]);
  });
});

describe("a task", () => {
  it("is made once for one form, with the points of a template", async () => {
    const template = await marens.task.saveTemplate({ title: "Launch", items: ["DNS umstellen", "Zertifikat prüfen"] });
    const form = { title: "Relaunch", templateId: template.id, creationId: "ein-formular-von-jana" };
    const first = await janas.task.create(form);
    expect(await janas.task.create(form)).toEqual(first);
    const { checklist } = await janas.task.get({ id: first.id });
    expect(checklist.map(({ text, isDone }) => [text, isDone])).toEqual([
      ["DNS umstellen", false],
      ["Zertifikat prüfen", false],
    ]);
    await timos.task.check({ id: first.id, itemId: checklist[1]?.id as string, isDone: true });
    expect((await janas.task.get({ id: first.id })).checklist.map(({ isDone }) => isDone)).toEqual([false, true]);
  });

  it("is told to whom it is given, and never to who gives it to themself", async () => {
    const { id } = await janas.task.create({
      title: "Rechnung prüfen",
      assigneeUserId: idOf(timo),
      dueOn: "2026-12-01",
    });
    expect(await told(timos, timo)).toEqual(["Neue Aufgabe: Rechnung prüfen"]);
    await timos.task.assign({ id, assigneeUserId: idOf(jana) });
    await timos.task.assign({ id, assigneeUserId: idOf(timo) });
    expect(await told(janas, jana)).toEqual(["Neue Aufgabe: Rechnung prüfen"]);
    expect(await told(timos, timo)).toHaveLength(1);
    await marens.task.assign({ id, assigneeGroup: "maintainer" });
    expect(await told(marens, maren)).toEqual([]);
  });

  it("stands on the page of its record, and goes with it", async () => {
    const { id } = await createRecord(janas, "customer", { name: "Weingut Amsel" });
    await janas.task.create({ title: "Nachfassen", targetType: "customer", targetId: id });
    await janas.task.create({ title: "Etwas anderes" });
    const { data } = await timos.task.list({ targetType: "customer", targetId: id });
    expect(data).toMatchObject([{ title: "Nachfassen", target: { title: "Weingut Amsel", href: `/customers/${id}` } }]);
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.customer.archive({ id });
    await admin.customer.delete({ id, title: "Weingut Amsel" });
    expect(await titles(timos)).toEqual(["Etwas anderes"]);
  });

  it("about a message leads to it and is seen by its readers", async () => {
    const page = await createPage(marens, { title: "Gehälter", visibility: "maintainers" });
    const open = await janas.chat.create({ title: "Umzug", body: "Wer macht das?", clientId: "eine-offene-frage" });
    const closed = await marens.chat.create({
      title: "Gehaltsrunde",
      target: { type: "page", id: page.id },
      body: "Zahlen?",
      clientId: "eine-vertrauliche-frage",
    });
    for (const chatId of [open.id, closed.id]) {
      const [message] = (await marens.chat.messages({ chatId })).messages;
      const target = { targetType: "message", targetId: message?.id as string, source: "chat" } as const;
      await marens.task.create({ title: `Aus ${chatId}`, ...target });
    }
    const { data } = await janas.task.list({});
    expect(data.map(({ target }) => target)).toMatchObject([
      { type: "message", title: "Umzug", href: `/wiki/chats?chat=${open.id}&message=1` },
    ]);
    expect(await titles(marens)).toHaveLength(2);
  });

  it("is told live to everybody who sees it, and to nobody else", async () => {
    office.signals.length = 0;
    const { id } = await janas.task.create({ title: "Anrufen" });
    expect(office.signals).toEqual([{ event: "tasksChanged", payload: { tasks: { ids: [id] } } }]);
  });
});

describe("lists of tasks", () => {
  beforeEach(async () => {
    await janas.task.create({ title: "Janas Notiz" });
    await janas.task.create({ title: "Für Timo", assigneeUserId: idOf(timo), dueOn: "2026-11-19" });
    await janas.task.create({ title: "Für Betreuer", assigneeGroup: "maintainer", dueOn: "2026-12-24" });
  });

  it("tell apart what is mine, the team's and all", async () => {
    expect(await titles(janas, { scope: "mine" })).toEqual(["Janas Notiz"]);
    expect(await titles(timos, { scope: "mine" })).toEqual(["Für Timo"]);
    expect(await titles(marens, { scope: "mine" })).toEqual(["Für Betreuer"]);
    expect(await titles(timos, { scope: "team" })).toEqual(["Für Betreuer", "Janas Notiz"]);
    expect(await titles(timos)).toEqual(["Für Timo", "Für Betreuer", "Janas Notiz"]);
    expect(await timos.task.count({})).toEqual({ open: 1, overdue: 1 });
  });

  it("hold what somebody takes care of as theirs", async () => {
    const [row] = (await timos.task.list({ search: "betreuer" })).data;
    await timos.task.claim({ id: row?.id as string });
    expect(await titles(timos, { scope: "mine" })).toEqual(["Für Timo", "Für Betreuer"]);
  });

  it("leave out what is put off, until its day", async () => {
    const [row] = (await timos.task.list({ scope: "mine" })).data;
    const id = row?.id as string;
    expect(await refusalOf(timos.task.snooze({ id, until: "2026-11-20" }))).toMatchObject({ code: "BAD_REQUEST" });
    await timos.task.snooze({ id, until: "2026-11-21" });
    expect(await titles(timos, { scope: "mine" })).toEqual([]);
    expect(await titles(timos, { scope: "mine", view: "snoozed" })).toEqual(["Für Timo"]);
    office.advance(86_400_000);
    expect(await titles(timos, { scope: "mine" })).toEqual(["Für Timo"]);
    await timos.task.snooze({ id, until: "2026-12-01" });
    await timos.task.snooze({ id, until: null });
    expect(await titles(timos, { scope: "mine" })).toEqual(["Für Timo"]);
  });

  it("narrow by day and words", async () => {
    expect(await titles(janas, { dueBy: "2026-12-01" })).toEqual(["Für Timo"]);
    expect(await titles(janas, { search: "NOTIZ" })).toEqual(["Janas Notiz"]);
    expect(await titles(janas, { search: "%" })).toEqual([]);
    await janas.task.create({ title: "Übergabe ans Büro" });
    for (const search of ["Übergabe", "übergabe", "BÜRO", "buro"])
      expect(await titles(janas, { search })).toEqual(["Übergabe ans Büro"]);
  });

  it("narrow by whom they were given to, by what they are about, and to those without a day", async () => {
    const { id } = await createRecord(janas, "customer", { name: "Weingut Amsel" });
    const about = { targetType: "customer", targetId: id } as const;
    await janas.task.create({ title: "Angebot", ...about, assigneeGroup: "maintainer", dueOn: "2026-12-01" });
    expect((await refusalOf(janas.task.list({ targetId: id }))).code).toBe("BAD_REQUEST");
    expect(await titles(janas, { targetType: "customer" })).toEqual(["Angebot"]);
    expect(await titles(janas, { targetType: "host" })).toEqual([]);
    expect(await titles(janas, about)).toEqual(["Angebot"]);
    expect(await titles(janas, { assigneeGroup: "maintainer" })).toContain("Angebot");
    expect(await titles(timos, { assigneeUserId: "me" })).toEqual(["Für Timo"]);
    expect(await titles(janas, { assigneeUserId: idOf(timo) })).toEqual(["Für Timo"]);
    const [unassigned, undated] = await Promise.all([
      janas.task.list({ isUnassigned: true }),
      janas.task.list({ isUndated: true }),
    ]);
    expect(unassigned.data.every(({ assignee, group }) => !assignee && !group)).toBe(true);
    expect(undated.data.map(({ dueOn }) => dueOn)).not.toContain("2026-12-01");
    expect(undated.totalItems).toBeGreaterThan(0);
  });
});

describe("a task that is done", () => {
  it("is done once and can be opened again", async () => {
    const { id } = await janas.task.create({ title: "Anrufen" });
    expect(await timos.task.complete({ id })).toMatchObject({ next: null });
    expect(await janas.task.complete({ id })).toMatchObject({ next: null });
    expect((await janas.task.list({ view: "done" })).data).toMatchObject([
      { title: "Anrufen", done: { by: "Timo Brandt" } },
    ]);
    await janas.task.reopen({ id });
    expect(await titles(janas)).toEqual(["Anrufen"]);
    const labels = (await janas.task.history({ id })).map(({ label }) => label);
    expect(labels).toEqual(["Aufgabe wieder geöffnet", "Aufgabe erledigt", "Aufgabe angelegt"]);
  });

  it("makes its next one when it repeats, on a day that is still to come", async () => {
    const { id } = await janas.task.create({
      title: "Backup prüfen",
      recurrence: "FREQ=WEEKLY",
      dueOn: "2026-11-02",
      assigneeUserId: idOf(timo),
      checklist: [{ text: "Wiederherstellen", isDone: true }],
    });
    const { next } = await timos.task.complete({ id });
    const made = await timos.task.get({ id: next as string });
    expect(made).toMatchObject({ dueOn: "2026-11-23", assignee: { id: idOf(timo) }, recurrence: "FREQ=WEEKLY" });
    expect(made.checklist).toMatchObject([{ text: "Wiederherstellen", isDone: false }]);
    const early = await timos.task.complete({ id: made.id });
    expect(await timos.task.get({ id: early.next as string })).toMatchObject({ dueOn: "2026-11-30" });
    expect((await timos.task.list({ view: "done" })).totalItems).toBe(2);
  });

  it("makes one next one, however many complete it at once, and takes it back untouched", async () => {
    const { id } = await janas.task.create({ title: "Backup prüfen", recurrence: "FREQ=MONTHLY;BYMONTHDAY=-1" });
    expect(await janas.task.get({ id })).toMatchObject({ dueOn: "2026-11-30" });
    await Promise.all([janas.task.complete({ id }), timos.task.complete({ id })]);
    const open = (await janas.task.list({})).data;
    expect(open.map(({ dueOn }) => dueOn)).toEqual(["2026-12-31"]);
    await janas.task.reopen({ id });
    expect((await janas.task.list({})).data.map((row) => row.id)).toEqual([id]);
    const { next } = await janas.task.complete({ id });
    await janas.task.update({ id: next as string, version: 1, title: "Backup gründlich prüfen" });
    await janas.task.reopen({ id });
    expect(await titles(janas)).toEqual(["Backup prüfen", "Backup gründlich prüfen"]);
  });

  it("ends a series that has an end", async () => {
    const { id } = await janas.task.create({ title: "Zweimal", recurrence: "FREQ=DAILY;COUNT=2" });
    const { next } = await janas.task.complete({ id });
    expect(await janas.task.complete({ id: next as string })).toMatchObject({ next: null });
  });
});

describe("templates of check lists", () => {
  it("are kept by maintainers, under names of their own", async () => {
    const template = { title: "Launch", items: ["DNS umstellen"] };
    expect((await refusalOf(janas.task.saveTemplate(template))).code).toBe("FORBIDDEN");
    await expectRefusal(marens.task.saveTemplate({ ...template, title: " " }), "BAD_REQUEST", "title");
    await expectRefusal(marens.task.saveTemplate({ ...template, items: [] }), "BAD_REQUEST", "items");
    await expectRefusal(marens.task.saveTemplate({ ...template, id: "keine", version: 1 }), "NOT_FOUND");
    expect(await janas.task.templates({})).toEqual([]);
    const { id } = await marens.task.saveTemplate(template);
    expect(await refusalOf(marens.task.saveTemplate({ ...template, title: "launch" }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await refusalOf(marens.task.saveTemplate({ ...template, id, version: 7 }))).toMatchObject({
      code: "CONFLICT",
    });
    await marens.task.saveTemplate({ ...template, id, version: 1, items: ["DNS", "TLS"] });
    expect(await janas.task.templates({})).toEqual([{ id, title: "Launch", items: ["DNS", "TLS"], version: 2 }]);
    expect((await refusalOf(janas.task.deleteTemplate({ id }))).code).toBe("FORBIDDEN");
    await marens.task.deleteTemplate({ id });
    expect(await janas.task.templates({})).toEqual([]);
  });
});

describe("the date of a task", () => {
  const deadlines = () =>
    office.services.db
      .selectFrom("deadlines")
      .select(["dueOn", "title", "customerId", "responsibleUserId", "quiet", "state"])
      .where("targetType", "=", "task")
      .orderBy("dueOn")
      .execute();

  it("is a deadline that follows the task and ends with it", async () => {
    const customer = await createRecord(janas, "customer", { name: "Weingut Amsel" });
    const website = await createRecord(janas, "website", { customerId: customer.id });
    const { id } = await janas.task.create({
      title: "Nachfassen",
      dueOn: "2026-12-01",
      recurrence: "FREQ=MONTHLY",
      assigneeUserId: idOf(timo),
      targetType: "website",
      targetId: website.id,
    });
    const row = {
      title: "Nachfassen",
      customerId: customer.id,
      responsibleUserId: idOf(timo),
      quiet: 0,
      state: "open",
    };
    expect(await deadlines()).toEqual([{ ...row, dueOn: "2026-12-01" }]);
    await timos.task.snooze({ id, until: "2026-11-30" });
    expect(await deadlines()).toEqual([{ ...row, dueOn: "2026-12-01", quiet: 1 }]);
    await timos.task.update({ id, version: 2, dueOn: "2026-12-03", assigneeUserId: null });
    expect(await deadlines()).toMatchObject([{ dueOn: "2026-12-03", responsibleUserId: null }]);
    await timos.task.complete({ id });
    expect((await deadlines()).map(({ dueOn, state }) => [dueOn, state])).toEqual([
      ["2026-12-03", "done"],
      ["2027-01-03", "open"],
    ]);
    await timos.task.reopen({ id });
    expect((await deadlines()).map(({ dueOn, state }) => [dueOn, state])).toEqual([["2026-12-03", "open"]]);
    await janas.task.delete({ id });
    expect(await deadlines()).toEqual([]);
  });
});
