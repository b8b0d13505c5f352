import { beforeEach, describe, expect, it } from "vitest";
import { confirm, findConfirmation } from "../../../server/features/holder-confirmations/confirm.ts";
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

const holder = { holderName: "Amsel GmbH", holderEmail: "anna@amsel.example", holderPhone: "+4930123456" };

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
  domainId = (await createRecord(api, "domain", { name: "amsel.example", customerId, ...holder })).id;
  otherId = (await createRecord(api, "domain", { name: "fink.example", customerId, ...holder })).id;
});

const ask = (domainIds = [domainId, otherId], of = api) =>
  of.holderConfirmation.ask({ customerId, contactId, domainIds });
const find = (token: string) => findConfirmation(office.services, token);
const valuesOf = async (id: string) => (await api.domain.get({ id })).values;
const history = async (id: string) => {
  const rows = await office.services.db.selectFrom("changes").select("kind").where("subjectId", "=", id).execute();
  return rows.map(({ kind }) => kind);
};

async function mails() {
  const rows = await office.services.db.selectFrom("mails").selectAll().orderBy("createdAt").orderBy("id").execute();
  return rows.map((row) => ({ ...row, content: readContent(row.contentJson, office.services.vault) }));
}
const lastToken = async () => (await mails()).at(-1)?.content.action?.path.slice("/confirm/".length) ?? "";

type Answers = Record<string, { answer: string; correction?: string; fingerprint?: string }>;
/** Sends the form of a link; what is not said of a domain is as the page shows it. */
async function send(token: string, answers: Answers, name = "Anna Berg") {
  const shown = (await find(token))?.items ?? [];
  const form = Object.entries(answers).map(([key, given]) => [
    key,
    { correction: "", fingerprint: shown.find((item) => item.key === key)?.fingerprint ?? "", ...given },
  ]);
  return confirm(office.services, { token, ip: "203.0.113.7", form: { name, answers: Object.fromEntries(form) } });
}
const right = { d0: { answer: "right" }, d1: { answer: "right" } };

describe("asking for the data of holders", () => {
  it("is for those who may see holders; others learn nothing", async () => {
    const acts = (of: Api) => [
      ask([domainId], of),
      of.holderConfirmation.list({ domainId }),
      of.holderConfirmation.checklist({ domainId }),
      of.holderConfirmation.askable({ domainIds: [domainId] }),
      of.holderConfirmation.withdraw({ id: "x" }),
    ];
    for (const act of acts(await office.as())) expect(await refusalOf(act)).toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["readonly", "member"] as const)
      for (const act of acts(await office.as(await office.hire({ role }))))
        expect(await refusalOf(act)).toMatchObject({ code: "FORBIDDEN" });
    expect(await mails()).toEqual([]);
  });

  it("refuses strangers, domains of others, domains without a holder, and asking twice", async () => {
    const { id: elsewhere } = await createRecord(api, "customer");
    const stranger = await createRecord(api, "contact", {
      customerId: elsewhere,
      lastName: "Ott",
      email: "o@x.example",
    });
    const foreign = await createRecord(api, "domain", { name: "fremd.example", customerId: elsewhere, ...holder });
    const nobodys = await createRecord(api, "domain", { name: "leer.example", customerId });
    expect(
      await refusalOf(api.holderConfirmation.ask({ customerId, contactId: stranger.id, domainIds: [domainId] })),
    ).toMatchObject({ fields: { contactId: [expect.any(String)] } });
    for (const id of [foreign.id, nobodys.id, "nothing"])
      expect(await refusalOf(ask([domainId, id]))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await refusalOf(ask([]))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refusalOf(ask([domainId, domainId]))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await mails()).toEqual([]);
    expect((await valuesOf(domainId)).lastHolderReminderAt).toBeNull();
    await ask([domainId]);
    expect(await refusalOf(ask())).toMatchObject({ code: "CONFLICT" });
    expect(await mails()).toHaveLength(1);
  });

  it("mails a link, without a word about the holder, and notes the day", async () => {
    await ask();
    const [mail] = await mails();
    expect(mail).toMatchObject({ toEmail: "anna@amsel.example", subject: "Bitte prüfen Sie Ihre Inhaberdaten" });
    expect(JSON.stringify(mail?.content)).toContain("fink.example");
    expect(JSON.stringify(mail?.content)).not.toContain("Amsel GmbH");
    const stored = JSON.stringify(await office.services.db.selectFrom("holderConfirmations").selectAll().execute());
    expect(stored).not.toContain(await lastToken());
    expect((await valuesOf(domainId)).lastHolderReminderAt).toBe("2026-11-20");
    expect(await history(domainId)).toContain("domain.holder-asked");
  });

  it("sorts a selection by customers, and counts what nobody is asked about", async () => {
    const alone = await createRecord(api, "domain", { name: "frei.example", ...holder });
    const empty = await createRecord(api, "domain", { name: "leer.example", customerId });
    await ask([otherId]);
    const domainIds = [domainId, otherId, alone.id, empty.id];
    expect(await api.holderConfirmation.askable({ domainIds })).toMatchObject({
      withoutCustomer: 1,
      withoutHolder: 1,
      waiting: 1,
      customers: [{ id: customerId, domains: [{ title: "amsel.example" }], contacts: [{ id: contactId }] }],
    });
  });
});

describe("who really holds a domain", () => {
  const checks = async (id = domainId) =>
    Object.fromEntries(
      (await api.holderConfirmation.checklist({ domainId: id })).map(({ key, state }) => [key, state]),
    );

  it("is compared with the customer, the registry, the contacts and what they said", async () => {
    await api.domain.update({
      params: { id: domainId },
      body: { ownership: "customer", holderEmail: "anna@web.example" },
    });
    await api.contact.update({ params: { id: contactId }, body: { email: "anna@web.example" } });
    expect(await checks()).toEqual({
      name: "ok",
      ownership: "ok",
      registry: "none",
      email: "ok",
      phone: "ok",
      reach: "none",
      reminder: "warn",
      answer: "warn",
    });
    const isDue = async () => (await api.domain.get({ id: domainId })).values.holderReminderDue;
    expect(await isDue()).toBe(true);
    await ask([domainId]);
    await send(await lastToken(), { d0: { answer: "right" } });
    expect(await checks()).toMatchObject({ answer: "ok", reminder: "ok" });
    expect(await isDue()).toBe(false);
    office.advance(366 * 86_400_000);
    expect(await checks()).toMatchObject({ answer: "warn", reminder: "warn" });
    expect(await isDue()).toBe(true);
  });

  it("names strangers, mail on the domain itself, who has left, and what nobody has entered", async () => {
    expect(await checks()).toMatchObject({ email: "warn", ownership: "warn" });
    const body = { holderName: "Otter AG", holderEmail: "anna@web.example", holderPhone: null, ownership: "customer" };
    await api.domain.update({ params: { id: domainId }, body });
    await api.contact.update({ params: { id: contactId }, body: { email: "anna@web.example", leftAt: "2026-10-01" } });
    expect(await checks()).toMatchObject({ name: "warn", ownership: "warn", email: "warn", phone: "warn" });
    const empty = await createRecord(api, "domain", { name: "leer.example" });
    expect(await checks(empty.id)).toMatchObject({ name: "warn", email: "warn", phone: "warn", answer: "warn" });
    expect(await refusalOf(api.holderConfirmation.checklist({ domainId: "x" }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the link", () => {
  it("shows the data and changes nothing by being opened", async () => {
    await ask();
    const token = await lastToken();
    const shown = await find(token);
    expect(shown).toMatchObject({
      expiresOn: "2026-12-20",
      items: [
        { key: "d0", domain: "amsel.example" },
        { key: "d1", domain: "fink.example" },
      ],
    });
    expect(shown?.items[0]?.holder.map(({ value }) => value)).toEqual(Object.values(holder));
    expect(Object.keys(shown?.items[0] ?? {}).toSorted()).toEqual(["domain", "fingerprint", "holder", "key"]);
    await find(token);
    expect((await valuesOf(domainId)).nis2Status).toBe("unchecked");
  });

  it("leads nowhere when it is unknown, withdrawn, expired or used", async () => {
    for (const token of ["", "x", "a".repeat(43), "../../etc"]) expect(await find(token)).toBeUndefined();
    const { id } = await ask();
    const token = await lastToken();
    await api.holderConfirmation.withdraw({ id });
    expect(await find(token)).toBeUndefined();
    await expect(send(token, right)).rejects.toMatchObject({ code: "not_found" });
    expect(await refusalOf(api.holderConfirmation.withdraw({ id }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(api.holderConfirmation.withdraw({ id: "x" }))).toMatchObject({ code: "NOT_FOUND" });
    await ask();
    const late = await lastToken();
    office.advance(31 * 86_400_000);
    expect(await find(late)).toBeUndefined();
    expect(await api.holderConfirmation.list({ domainId })).toMatchObject([
      { state: "expired" },
      { state: "withdrawn" },
    ]);
  });

  it("refuses half an answer, one without a name and one without a reason, and takes none of it", async () => {
    await ask();
    const token = await lastToken();
    const refused: [Answers, string?][] = [
      [{ d0: { answer: "right" } }],
      [{ ...right, d1: { answer: "wrong" } }],
      [{ ...right, d0: { answer: "vielleicht" } }],
      [right, " "],
    ];
    for (const [answers, name] of refused)
      await expect(send(token, answers, name)).rejects.toMatchObject({ code: "invalid" });
    expect((await valuesOf(domainId)).nis2Status).toBe("unchecked");
    expect(await find(token)).toBeDefined();
  });

  it("confirms what is right, once, and tells whoever asked", async () => {
    await ask();
    const token = await lastToken();
    const both = await Promise.allSettled([send(token, right), send(token, right)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await valuesOf(domainId)).toMatchObject({ nis2Status: "dataConfirmed", nis2VerifiedAt: "2026-11-20" });
    expect(await history(domainId)).toContain("domain.holder-confirmed");
    expect(await api.holderConfirmation.list({ domainId })).toMatchObject([
      { state: "answered", answer: "right", answered: { name: "Anna Berg", ip: "203.0.113.7" } },
    ]);
    const told = await office.services.db
      .selectFrom("notifications")
      .select("title")
      .where("forUserId", "=", jana.id)
      .execute();
    expect(told.map(({ title }) => title)).toContain("Anna Berg hat Inhaberdaten bestätigt");
  });

  it("keeps what is wrong in the holder's words, as text, and confirms nothing of it", async () => {
    await ask();
    const correction = "Wir heißen <b>Amsel AG</b>";
    await send(await lastToken(), { d0: { answer: "wrong", correction }, d1: { answer: "right" } });
    expect((await valuesOf(domainId)).nis2Status).toBe("unchecked");
    expect((await valuesOf(otherId)).nis2Status).toBe("dataConfirmed");
    expect(await api.holderConfirmation.list({ domainId })).toMatchObject([{ answer: "wrong", correction }]);
    expect(await history(domainId)).toContain("domain.holder-corrected");
  });

  it("does not confirm what changed after it was shown", async () => {
    await ask();
    const token = await lastToken();
    const shown = await find(token);
    await api.domain.update({ params: { id: domainId }, body: { holderName: "Fremd GmbH" } });
    const seen = { answer: "right", fingerprint: shown?.items[0]?.fingerprint ?? "" };
    await expect(send(token, { ...right, d0: seen })).rejects.toMatchObject({ code: "conflict" });
    expect((await valuesOf(domainId)).nis2Status).toBe("unchecked");
    await api.domain.update({ params: { id: domainId }, body: { customerId: null } });
    expect((await find(token))?.items.map(({ domain }) => domain)).toEqual(["fink.example"]);
  });

  it("leaves a check of the registry to the registry", async () => {
    await api.domain.update({ params: { id: domainId }, body: { nis2Status: "requested" } });
    await ask();
    const { nis2DeadlineAt } = await valuesOf(domainId);
    await send(await lastToken(), right);
    expect(await valuesOf(domainId)).toMatchObject({ nis2Status: "requested", nis2DeadlineAt, nis2VerifiedAt: null });
    expect(await history(domainId)).toContain("domain.holder-confirmed");
  });

  it("goes with the person who was asked", async () => {
    await ask();
    const token = await lastToken();
    await send(token, { ...right, d0: { answer: "wrong", correction: "Bitte an Anna Berg" } });
    await api.contact.archive({ id: contactId });
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.contact.delete({ id: contactId, title: "Anna Berg" });
    const db = office.services.db;
    const rows = JSON.stringify([
      await db.selectFrom("holderConfirmations").selectAll().execute(),
      await db.selectFrom("holderConfirmationItems").selectAll().execute(),
    ]);
    expect(rows).not.toContain("Berg");
    expect(rows).not.toContain("203.0.113.7");
  });
});
