import { beforeEach, describe, expect, test } from "vitest";
import type { AskedType } from "../../../contract/customer-questions/customer-questions.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays } from "../../../contract/time/today.ts";
import { answer, findQuestion } from "../../../server/features/customer-questions/answer.ts";
import { remindCustomers } from "../../../server/features/customer-questions/remind.ts";
import type { Api } from "../../../server/features/router.ts";
import { readContent } from "../../../server/mail/queue.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let api: Api;
let customerId: string;
let contactId: string;
let domainId: string;
let otherId: string;

const today = "2026-11-20";
const due = addDays(today, 30);

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  const admin = await office.as(await office.hire({ role: "admin" }));
  const values = { host: "mail.example", fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
  customerId = (await createRecord(api, "customer", { name: "Amsel" })).id;
  const person = { customerId, firstName: "Anna", lastName: "Berg", email: "anna@amsel.example" };
  contactId = (await createRecord(api, "contact", person)).id;
  const renewing = { customerId, renewsAt: due, periodMonths: 12 };
  domainId = (await createRecord(api, "domain", { name: "amsel.example", ...renewing })).id;
  otherId = (await createRecord(api, "domain", { name: "fink.example", ...renewing })).id;
});

const domain = (id: string) => ({ type: "domain" as AskedType, id });
const ask = (ids: string[] = [domainId, otherId], of = api) =>
  of.customerQuestion.ask({ customerId, contactId, items: ids.map(domain) });
const list = (of = api) => of.customerQuestion.list({ customerId });

/** The tokens of the links that were mailed, the last one last. */
async function mailedTokens(): Promise<string[]> {
  const mails = await office.services.db
    .selectFrom("mails")
    .selectAll()
    .where("kind", "=", "question")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return mails.map((mail) => readContent(mail.contentJson, office.services.vault).action?.path.slice(5) ?? "");
}
const lastToken = async () => (await mailedTokens()).at(-1) ?? "";
const find = (token: string) => findQuestion(office.services, token);
const send = (token: string, decisions: Record<string, string>, name = "Anna Berg") =>
  answer(office.services, { token, ip: "203.0.113.7", form: { name, decisions } });
const decisionOf = async (id: string) => (await api.domain.get({ id })).values.renewDecision;

describe("asking a customer", () => {
  test("is for those who edit records; strangers learn nothing", async () => {
    const stranger = await office.as();
    const reader = await office.as(await office.hire({ role: "readonly" }));
    const acts = (of: Api) => [
      ask([domainId], of),
      of.customerQuestion.withdraw({ id: "x" }),
      of.customerQuestion.openItems({ customerId }),
      of.customerQuestion.askable({ domainIds: [domainId] }),
    ];
    for (const act of [...acts(stranger), list(stranger)])
      expect(await refusalOf(act)).toMatchObject({ code: "UNAUTHORIZED" });
    for (const act of acts(reader)) expect(await refusalOf(act)).toMatchObject({ code: "FORBIDDEN" });
    expect(await list(reader)).toEqual([]);
    expect(await mailedTokens()).toEqual([]);
  });

  test("refuses what cannot be asked", async () => {
    expect(await refusalOf(ask([]))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refusalOf(ask([domainId, domainId]))).toMatchObject({ code: "BAD_REQUEST" });
    const silent = await createRecord(api, "contact", { customerId, lastName: "Stumm" });
    const { id: elsewhere } = await createRecord(api, "customer", { name: "Fink" });
    const stranger = await createRecord(api, "contact", {
      customerId: elsewhere,
      lastName: "Ott",
      email: "o@x.example",
    });
    const foreign = await createRecord(api, "domain", { name: "fremd.example", customerId: elsewhere, renewsAt: due });
    const undated = await createRecord(api, "domain", { name: "ohne.example", customerId });
    const gone = { customerId, lastName: "Weg", email: "weg@amsel.example", leftAt: "2026-10-31" };
    const left = await createRecord(api, "contact", gone);
    for (const id of [silent.id, left.id, stranger.id, "nobody"])
      expect(
        await refusalOf(api.customerQuestion.ask({ customerId, contactId: id, items: [domain(domainId)] })),
      ).toMatchObject({ fields: { contactId: [expect.any(String)] } });
    for (const id of [foreign.id, undated.id, "nothing"])
      expect(await refusalOf(ask([id]))).toMatchObject({ code: "PRECONDITION_FAILED" });
    await api.term.decide({ type: "domain", id: otherId, decision: "keep" });
    expect(await refusalOf(ask([otherId]))).toMatchObject({ code: "PRECONDITION_FAILED" });
    await api.customer.archive({ id: elsewhere });
    expect(
      await refusalOf(
        api.customerQuestion.ask({ customerId: elsewhere, contactId: stranger.id, items: [domain(foreign.id)] }),
      ),
    ).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await mailedTokens()).toEqual([]);
  });

  test("sorts selected domains by whose they are, and counts what nobody is asked about", async () => {
    const domainIds = [domainId, otherId];
    expect(await refusalOf(api.customerQuestion.askable({ domainIds: [] }))).toMatchObject({ code: "BAD_REQUEST" });
    const { id: gone } = await createRecord(api, "customer", { name: "Weg" });
    domainIds.push((await createRecord(api, "domain", { name: "weg.example", customerId: gone, renewsAt: due })).id);
    await api.customer.archive({ id: gone });
    domainIds.push((await createRecord(api, "domain", { name: "frei.example", renewsAt: due })).id);
    domainIds.push((await createRecord(api, "domain", { name: "ohne.example", customerId })).id);
    const someone = { customerId, lastName: "Zorn", email: "zorn@amsel.example" };
    const { id: left } = await createRecord(api, "contact", someone);
    await api.contact.update({ params: { id: left }, body: { leftAt: today } });
    expect(await api.customerQuestion.askable({ domainIds })).toMatchObject({
      customers: [
        {
          id: customerId,
          title: "Amsel",
          contacts: [{ id: contactId, name: "Anna Berg", email: "anna@amsel.example" }],
          items: [{ title: "amsel.example" }, { title: "fink.example" }],
        },
      ],
      withoutCustomer: 2,
      settled: 1,
      waiting: 0,
    });
    await ask([domainId]);
    const next = await api.customerQuestion.askable({ domainIds });
    expect([next.customers[0]?.items.map(({ title }) => title), next.waiting]).toEqual([["fink.example"], 1]);
  });

  test("asks about a thing once at a time, and again when that was withdrawn", async () => {
    const { id } = await ask([domainId]);
    expect(await refusalOf(ask([otherId, domainId]))).toMatchObject({ code: "CONFLICT" });
    const openTitles = async () => (await api.customerQuestion.openItems({ customerId })).map(({ title }) => title);
    expect(await openTitles()).toEqual(["fink.example"]);
    const token = await lastToken();
    await api.customerQuestion.withdraw({ id });
    expect(await openTitles()).toEqual(["amsel.example", "fink.example"]);
    expect(await find(token)).toBeUndefined();
    expect(await refusalOf(api.customerQuestion.withdraw({ id }))).toMatchObject({ code: "CONFLICT" });
    await ask([otherId, domainId]);
    expect((await list()).map(({ state, items }) => [state, items.length])).toEqual([
      ["open", 2],
      ["withdrawn", 1],
    ]);
  });

  test("mails a link that shows names and dates, and keeps only its hash", async () => {
    expect((await api.customerQuestion.openItems({ customerId })).map(({ title }) => title)).toEqual([
      "amsel.example",
      "fink.example",
    ]);
    await ask();
    const token = await lastToken();
    expect(await find(token)).toEqual({
      items: [
        { key: "d0", title: "amsel.example", dueOn: due, cancelBy: null, isOpen: true },
        { key: "d1", title: "fink.example", dueOn: due, cancelBy: null, isOpen: true },
      ],
    });
    const stored = JSON.stringify([
      await office.services.db.selectFrom("customerQuestions").selectAll().execute(),
      await office.services.db.selectFrom("mails").selectAll().execute(),
      await office.services.db.selectFrom("changes").selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
  });
});

describe("the link", () => {
  test("decides nothing by being opened, and once by an answer", async () => {
    await ask();
    const token = await lastToken();
    await find(token);
    await find(token);
    expect(await decisionOf(domainId)).toBe("open");
    await send(token, { d0: "keep", d1: "cancel" });
    expect([await decisionOf(domainId), await decisionOf(otherId)]).toEqual(["keep", "cancel"]);
    const terms = await office.services.db
      .selectFrom("terms")
      .select(["targetId", "decision", "decidedByName", "decidedById", "decidedAt"])
      .where("decidedByName", "is not", null)
      .orderBy("decision", "desc")
      .execute();
    const by = { decidedByName: "Anna Berg", decidedById: null, decidedAt: "2026-11-20T09:13:00.000Z" };
    expect(terms).toEqual([
      { targetId: domainId, decision: "keep", ...by },
      { targetId: otherId, decision: "cancel", ...by },
    ]);
    const [question] = await list();
    expect(question).toMatchObject({
      state: "answered",
      to: { name: "Anna Berg", email: "anna@amsel.example" },
      answered: { name: "Anna Berg", ip: "203.0.113.7" },
      items: [{ decision: "keep" }, { decision: "cancel" }],
    });
    const [forMember] = await list(await office.as(await office.hire({ role: "member" })));
    expect(forMember?.answered).toMatchObject({ name: "Anna Berg", ip: null });
    const told = await office.services.db
      .selectFrom("notifications")
      .select("title")
      .where("forUserId", "=", jana.id)
      .execute();
    expect(told.map(({ title }) => title)).toContain("Anna Berg hat auf deine Frage geantwortet");

    expect(await find(token)).toBeUndefined();
    await expect(send(token, { d0: "cancel", d1: "cancel" })).rejects.toMatchObject({ code: "not_found" });
    expect(await decisionOf(domainId)).toBe("keep");
  });

  test("tells who is responsible when whoever asked has left, else the maintainers, and a deputy", async () => {
    const { db } = office.services;
    const [timo, maren] = [
      await office.hire({ name: "Timo Brandt", role: "maintainer" }),
      await office.hire({ name: "Maren Ahlers" }),
    ];
    await ask([domainId]);
    await send(await lastToken(), { d0: "keep" });
    await ask([otherId]);
    const token = await lastToken();
    const leave = { deactivatedAt: "2026-11-20T09:13:00.000Z" };
    await db.updateTable("users").set(leave).where("id", "=", jana.id).execute();
    const { version } = await (await office.as(timo)).customer.get({ id: customerId });
    const body = { responsibleUserId: maren.id };
    await (await office.as(timo)).customer.update({ params: { id: customerId }, body, version });
    const { notification } = await office.as(maren);
    await notification.setAbsence({ awayUntil: addDays(today, 5), deputyId: timo.id });
    await send(token, { d0: "cancel" });
    const told = await db
      .selectFrom("notifications")
      .select(["forUserId", "title"])
      .where("title", "like", "%Frage geantwortet")
      .orderBy("id")
      .execute();
    expect(told.map(({ forUserId }) => forUserId)).toEqual([jana.id, maren.id, timo.id]);
    expect(told[1]?.title).toBe("Anna Berg hat auf unsere Frage geantwortet");
  });

  test("refuses an answer without a name or with a gap, and writes nothing of it", async () => {
    await ask();
    const token = await lastToken();
    const hostile: [Record<string, string>, string][] = [
      [{ d0: "keep", d1: "keep" }, " "],
      [{ d0: "keep", d1: "keep" }, "x".repeat(121)],
      [{ d0: "keep" }, "Anna"],
      [{ d0: "keep", d1: "handOver" }, "Anna"],
      [{ d0: "keep", __proto__x: "keep" }, "Anna"],
    ];
    for (const [decisions, name] of hostile)
      await expect(send(token, decisions, name)).rejects.toMatchObject({ code: "invalid" });
    expect(await decisionOf(domainId)).toBe("open");
    expect((await list())[0]?.state).toBe("open");
  });

  test("says the same of every link that is none", async () => {
    await ask();
    const token = await lastToken();
    for (const hostile of [
      "",
      "x",
      token.slice(1),
      `${token}x`,
      "A".repeat(43),
      "A".repeat(100_000),
      "../../etc",
      "\0",
    ]) {
      expect(await find(hostile)).toBeUndefined();
      await expect(send(hostile, { d0: "keep", d1: "keep" })).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("decides nothing after the day, nor over what the team has decided", async () => {
    await ask();
    const token = await lastToken();
    await api.term.decide({ type: "domain", id: otherId, decision: "keep" });
    expect((await find(token))?.items.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    office.advance(31 * dayMs);
    expect((await find(token))?.items.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    await expect(send(token, { d0: "cancel", d1: "cancel" })).rejects.toMatchObject({ code: "not_found" });
    expect(await decisionOf(domainId)).toBe("open");
    office.advance(20 * dayMs);
    expect(await find(token)).toBeUndefined();
    expect((await list())[0]?.state).toBe("expired");
  });

  test("two answers at once are one", async () => {
    await ask();
    const token = await lastToken();
    const sent = await Promise.allSettled([
      send(token, { d0: "keep", d1: "keep" }),
      send(token, { d0: "cancel", d1: "cancel" }),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await decisionOf(domainId)).toBe(await decisionOf(otherId));
  });
});

describe("the reminder", () => {
  test("leaves once, a week before, with a link of its own; both links work until the answer", async () => {
    await ask();
    const { answerBy = "" } = (await list())[0] ?? {};
    const days = (Date.parse(answerBy) - Date.parse(today)) / dayMs;
    office.advance((days - 8) * dayMs);
    await remindCustomers(office.services);
    expect(await mailedTokens()).toHaveLength(1);
    office.advance(dayMs);
    await remindCustomers(office.services);
    await remindCustomers(office.services);
    const [first = "", second = ""] = await mailedTokens();
    expect(await mailedTokens()).toHaveLength(2);
    expect(await find(first)).toEqual(await find(second));
    await send(second, { d0: "keep", d1: "keep" });
    expect(await find(first)).toBeUndefined();
  });

  test("is not sent after an answer, nor about what was asked within that week", async () => {
    await ask([domainId]);
    await send(await lastToken(), { d0: "keep" });
    const { cancelBy, dueOn } = (await api.customerQuestion.openItems({ customerId }))[0] ?? {};
    const days = (Date.parse(cancelBy ?? dueOn ?? "") - Date.parse(today)) / dayMs;
    office.advance((days - 3) * dayMs);
    await ask([otherId]);
    await remindCustomers(office.services);
    expect(await mailedTokens()).toHaveLength(2);
  });
});

test("erasing a contact takes them out of what they were asked", async () => {
  const admin = await office.as(await office.hire({ role: "admin" }));
  await ask([domainId]);
  await send(await lastToken(), { d0: "keep" });
  await ask([otherId]);
  const token = await lastToken();
  const told = await admin.privacy.exportSubject({ type: "contact", id: contactId });
  expect(told.parts.find(({ title }) => title === "Fragen an diese Person")?.rows).toHaveLength(2);
  await admin.privacy.eraseSubject({ type: "contact", id: contactId, name: "Anna Berg" });
  const rows = await office.services.db.selectFrom("customerQuestions").selectAll().execute();
  const terms = await office.services.db.selectFrom("terms").selectAll().execute();
  expect(JSON.stringify([rows, terms])).not.toMatch(/Anna|Berg|anna@|203\.0\.113/);
  expect(await find(token)).toBeUndefined();
});
