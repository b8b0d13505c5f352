import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { withoutIds } from "../../support/without-ids.ts";

let office: Office;
let malte: Person;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  malte = await office.hire({ name: "Malte Grothe", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(malte);
});

const minute = 60_000;

describe("the history of a record", () => {
  it("is refused to a stranger", async () => {
    const { id } = await createRecord(api, "website");
    await expect((await office.as()).change.list({ type: "website", id })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  it("of a record that is not there is not there", async () => {
    const { id } = await createRecord(api, "website");
    await expect(api.change.list({ type: "domain", id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.change.list({ type: "website", id: "gibt-es-nicht" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("cannot be asked for a field that does not exist, or that is kept from the person", async () => {
    const { id } = await createRecord(api, "domain", { costCents: 1200 });
    const ask = async (person: Person, field: string) =>
      (await office.as(person)).change.list({ type: "domain", id, where: { field } });
    await expect(ask(malte, "gibtEsNicht")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(ask(malte, "toString")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(ask(jana, "costCents")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await ask(malte, "costCents")).totalItems).toBe(1);
  });

  it("says who changed what, before and after, newest first", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const { id } = await createRecord(api, "website", { lifecycle: "planned" });
    office.advance(minute);
    await (await office.as(jana)).website.update({
      params: { id },
      body: { lifecycle: "live", customerId: customer.id },
      version: 1,
    });
    office.advance(minute);
    await api.website.archive({ id });
    const { data, totalItems, people } = await api.change.list({ type: "website", id });
    expect(totalItems).toBe(3);
    expect(data.map(({ what, by }) => [what, by?.name])).toEqual([
      ["archived", "Malte Grothe"],
      ["updated", "Jana Petersen"],
      ["created", "Malte Grothe"],
    ]);
    expect(data[1]?.fields).toEqual([
      { field: "lifecycle", before: "planned", after: "live" },
      { field: "customerId", before: null, after: { id: customer.id, label: "Weingut Amsel" } },
    ]);
    expect(people).toEqual([
      { id: jana.id, name: "Jana Petersen" },
      { id: malte.id, name: "Malte Grothe" },
    ]);
  });

  it("keeps the values of prices and holders from those who may not see them, and says how many", async () => {
    const { id } = await createRecord(api, "domain");
    office.advance(minute);
    const body = { costCents: 98_765, holderName: "Gerda Geheim", purpose: "parked" };
    await api.domain.update({ params: { id }, body });
    office.advance(minute);
    await api.domain.update({ params: { id }, body: { costCents: 98_766 } });
    const seen = await (await office.as(jana)).change.list({ type: "domain", id });
    const text = withoutIds(JSON.stringify(seen));
    for (const secret of ["98765", "98766", "Gerda", "costCents", "holderName", "marginCents"])
      expect(text).not.toContain(secret);
    expect(seen.data[0]).toMatchObject({ what: "updated", fields: [], hiddenFields: 1 });
    expect(seen.data[1]).toMatchObject({ hiddenFields: 2, fields: [{ field: "purpose", after: "parked" }] });
    const whole = await api.change.list({ type: "domain", id });
    expect(whole.data[0]).toMatchObject({ hiddenFields: 0, fields: [{ before: 98_765, after: 98_766 }] });
  });

  it("can be narrowed to a person and to a field", async () => {
    const { id } = await createRecord(api, "website");
    office.advance(minute);
    await api.website.update({ params: { id }, body: { cms: 'ein "lifecycle": Test' } });
    office.advance(minute);
    await (await office.as(jana)).website.update({ params: { id }, body: { lifecycle: "shutDown" }, version: 2 });
    const list = async (where: { field?: string; actorId?: string }) =>
      (await api.change.list({ type: "website", id, where })).data.map(({ what, by }) => `${by?.name} ${what}`);
    expect(await list({ actorId: jana.id })).toEqual(["Jana Petersen updated"]);
    expect(await list({ field: "lifecycle" })).toEqual(["Jana Petersen updated", "Malte Grothe created"]);
    expect(await list({ field: "lifecycle", actorId: malte.id })).toEqual(["Malte Grothe created"]);
  });

  it("comes in pages", async () => {
    const { id } = await createRecord(api, "website");
    for (const cms of ["Kirby", "Contao", "TYPO3"]) {
      office.advance(minute);
      await api.website.update({ params: { id }, body: { cms } });
    }
    const first = await api.change.list({ type: "website", id, limit: 3 });
    const second = await api.change.list({ type: "website", id, limit: 3, page: 2 });
    expect([first.data.length, first.totalItems, first.totalPages]).toEqual([3, 4, 2]);
    expect(second.data.map(({ what }) => what)).toEqual(["created"]);
  });

  it("of a customer tells of contacts, contracts and their items, with their prices for those who may see them", async () => {
    const { id } = await createRecord(api, "customer");
    const stranger = await createRecord(api, "contact");
    office.advance(minute);
    const contact = await createRecord(api, "contact", { customerId: id, lastName: "Amsel" });
    office.advance(minute);
    const contract = await createRecord(api, "contract", { customerId: id, priceCents: 5_551 });
    office.advance(minute);
    await createRecord(api, "contractItem", { contractId: contract.id, label: "Wartung", unitPriceCents: 5_552 });
    const { data } = await (await office.as(jana)).change.list({ type: "customer", id });
    expect(data.map(({ subject, what }) => [subject.type, subject.title, what])).toEqual([
      ["contractItem", "Wartung", "created"],
      ["contract", contract.title, "created"],
      ["contact", contact.title, "created"],
      ["customer", expect.any(String), "created"],
    ]);
    expect(data.some(({ subject }) => subject.id === stranger.id)).toBe(false);
    expect(withoutIds(JSON.stringify(data))).not.toMatch(/555[12]/);
    expect(withoutIds(JSON.stringify(await api.change.list({ type: "customer", id })))).toMatch(/5551|5552/);
  });

  it("of a customer keeps what is deleted for good, without what may not be seen and the names of people", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const { id } = await createRecord(api, "customer");
    const { id: otherId } = await createRecord(api, "customer");
    const contact = await createRecord(api, "contact", {
      customerId: otherId,
      firstName: "Wiebke",
      lastName: "Ahlers",
    });
    const contract = await createRecord(api, "contract", { customerId: id, title: "Wartung", priceCents: 5_551 });
    const first = await createRecord(api, "contractItem", { contractId: contract.id, label: "Updates" });
    await createRecord(api, "contractItem", { contractId: contract.id, label: "Backups", unitPriceCents: 5_552 });
    office.advance(minute);
    await api.contact.update({ params: { id: contact.id }, body: { customerId: id } });
    const erase = async (type: "contact" | "contract" | "contractItem", record: { id: string; title: string }) => {
      office.advance(minute);
      await admin[type].archive({ id: record.id });
      office.advance(minute);
      await admin[type].delete({ id: record.id, title: record.title });
    };
    await erase("contact", contact);
    await erase("contractItem", first);
    await erase("contract", contract);
    const { data, people } = await (await office.as(jana)).change.list({ type: "customer", id, limit: 50 });
    expect(data.map(({ subject, what }) => [subject.title, what])).toEqual(
      expect.arrayContaining([
        ["Gelöschte Person", "created"],
        ["Gelöschte Person", "updated"],
        ["Gelöschte Person", "archived"],
        ["Gelöschte Person", "deleted"],
        ["Wartung", "created"],
        ["Wartung", "deleted"],
        ["Updates", "created"],
        ["Updates", "deleted"],
        [null, "created"],
      ]),
    );
    expect(data).toHaveLength(12);
    expect(people).toHaveLength(2);
    expect(withoutIds(JSON.stringify(data))).not.toMatch(/555[12]|Ahlers/);
    expect((await api.change.list({ type: "customer", id: otherId })).totalItems).toBe(1);
  });
});
