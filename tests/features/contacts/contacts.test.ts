import { beforeEach, describe, expect, test } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("contact", {
  change: { position: "Geschäftsführung", roles: ["decision", "emergency"] },
  wrong: [
    ["lastName", ""],
    ["customerId", null],
    ["email", "anna@"],
    ["phone", "12"],
    ["roles", ["chef"]],
    ["leftAt", "gestern"],
  ],
});

let office: Office;
let api: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  customerId = (await createRecord(api, "customer", { name: "Weingut Amsel" })).id;
});

const add = async (lastName: string, body: RecordBody = {}) =>
  (await createRecord(api, "contact", { customerId, lastName, ...body })).id;
const change = (id: string, body: RecordBody) => api.contact.update({ params: { id }, body });
const isPrimary = async (id: string) => (await api.contact.get({ id })).values.isPrimary;

/** The names of the primary contacts of a customer, and whom the customer shows. */
async function primary(of = customerId) {
  const where = [
    { field: "customerId", is: "oneOf" as const, values: [of] },
    { field: "isPrimary", is: "true" as const },
  ];
  const { data } = await api.contact.list({ where });
  const { mainContactId } = (await api.customer.get({ id: of })).values;
  return { names: data.map(({ title }) => title), shown: (mainContactId as { label: string } | null)?.label };
}

describe("the primary contact of a customer", () => {
  test("is the first one, without anybody saying so", async () => {
    await add("Amsel");
    await add("Drossel");
    expect(await primary()).toEqual({ names: ["Amsel"], shown: "Amsel" });
  });

  test("is the latest who was made it, and the other learns of it in the history", async () => {
    const amsel = await add("Amsel");
    office.signals.length = 0;
    const drossel = await add("Drossel", { isPrimary: true });
    expect(await primary()).toEqual({ names: ["Drossel"], shown: "Drossel" });
    const changes = await office.services.db
      .selectFrom("changes")
      .select(["kind", "beforeJson", "afterJson"])
      .where("subjectId", "=", amsel)
      .where("version", "=", 2)
      .execute();
    expect(changes).toEqual([
      { kind: "contact.updated", beforeJson: '{"isPrimary":true}', afterJson: '{"isPrimary":false}' },
    ]);
    expect(office.signals.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([amsel, drossel].map((id) => ({ records: { type: "contact", ids: [id] } }))),
    );
    await change(amsel, { isPrimary: true });
    expect(await primary()).toMatchObject({ names: ["Amsel"] });
  });

  test("cannot be given up without naming another one", async () => {
    const amsel = await add("Amsel");
    await add("Drossel");
    expect(await refusalOf(change(amsel, { isPrimary: false }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { "body.isPrimary": [expect.any(String)] },
    });
    expect(await primary()).toMatchObject({ names: ["Amsel"] });
  });

  test("stays the only contact there is", async () => {
    const amsel = await add("Amsel", { isPrimary: false });
    expect((await change(amsel, { isPrimary: false })).version).toBe(1);
    expect(await primary()).toMatchObject({ names: ["Amsel"] });
  });

  test("passes on when the person leaves, and cannot be one who has left", async () => {
    const amsel = await add("Amsel");
    const drossel = await add("Drossel");
    await change(amsel, { leftAt: "2026-11-01" });
    expect(await primary()).toEqual({ names: ["Drossel"], shown: "Drossel" });
    expect(await refusalOf(change(amsel, { isPrimary: true }))).toMatchObject({
      fields: { "body.isPrimary": [expect.any(String)] },
    });
    await change(drossel, { leftAt: "2026-11-02" });
    expect(await primary()).toEqual({ names: [], shown: undefined });
    await change(amsel, { leftAt: null });
    expect(await primary()).toMatchObject({ names: ["Amsel"] });
  });

  test("stays until the last day of who leaves later", async () => {
    const amsel = await add("Amsel");
    await add("Drossel");
    await change(amsel, { leftAt: "2026-12-31" });
    expect(await primary()).toEqual({ names: ["Amsel"], shown: "Amsel" });
  });

  test("passes on with the archive, and who comes back does not take it away again", async () => {
    const amsel = await add("Amsel");
    const drossel = await add("Drossel");
    await api.contact.archive({ id: amsel });
    expect(await primary()).toMatchObject({ names: ["Drossel"] });
    await api.contact.restore({ id: amsel });
    expect(await primary()).toMatchObject({ names: ["Drossel"] });
    expect([await isPrimary(amsel), await isPrimary(drossel)]).toEqual([false, true]);
  });

  test("is found at both customers when a person changes sides", async () => {
    const amsel = await add("Amsel");
    await add("Drossel");
    const other = (await createRecord(api, "customer", { name: "Sägewerk Buche" })).id;
    await add("Buche", { customerId: other });
    await change(amsel, { customerId: other });
    expect(await primary()).toMatchObject({ names: ["Drossel"] });
    expect(await primary(other)).toMatchObject({ names: ["Buche"] });
  });

  test("is one, whatever a bulk change says", async () => {
    const ids = [await add("Amsel"), await add("Drossel"), await add("Fink")];
    await api.contact.updateMany({ selection: { ids }, body: { isPrimary: true } });
    expect((await primary()).names).toHaveLength(1);
  });
});

test("a contact is named by both names and can be searched by the customer", async () => {
  const id = await add("Amsel", { firstName: "Anna" });
  expect((await api.contact.get({ id })).title).toBe("Anna Amsel");
  expect((await api.customer.list({ search: "anna amsel" })).totalItems).toBe(1);
});
