import { beforeEach, describe, expect, test } from "vitest";
import { tellingWord } from "../../../server/features/customers/likeness.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("customer", {
  change: { name: "Weingut Drossel", status: "dormant", subProcessors: ["Rechenzentrum Nord"] },
  hidden: { hourlyRateCents: 9500 },
  wrong: [
    ["name", ""],
    ["name", "x".repeat(151)],
    ["kind", "konzern"],
    ["email", "kein-klammeraffe"],
    ["vatId", "DE123"],
    ["billingZip", "1234"],
    ["website", "javascript:alert(1)"],
    ["color", "rot"],
    ["includedMinutes", -5],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

describe("the number of a customer", () => {
  test("is the next free one, past what people have typed", async () => {
    const numberOf = async (body = {}) =>
      (await api.customer.get({ id: (await createRecord(api, "customer", body)).id })).values.number;
    expect(await numberOf()).toBe("K-00001");
    expect(await numberOf({ number: "K-00002" })).toBe("K-00002");
    expect(await numberOf()).toBe("K-00003");
  });

  test("belongs to one active customer", async () => {
    const first = await createRecord(api, "customer", { name: "Amsel", number: "4711" });
    expect(await refusalOf(createRecord(api, "customer", { number: "4711" }))).toMatchObject({
      code: "CONFLICT",
      existing: { type: "customer", id: first.id },
      fields: { "body.number": [expect.stringContaining("Amsel")] },
    });
  });
});

describe("a customer with active contracts", () => {
  test.each([
    [1, "Der Kunde hat noch einen aktiven Vertrag."],
    [3, "Der Kunde hat noch 3 aktive Verträge."],
  ])("cannot be archived (%i)", async (contracts, message) => {
    const { id } = await createRecord(api, "customer");
    for (let count = 0; count < contracts; count += 1) await createRecord(api, "contract", { customerId: id });
    office.signals.length = 0;
    expect(await refusalOf(api.customer.archive({ id }))).toMatchObject({ code: "PRECONDITION_FAILED", message });
    expect(office.signals).toEqual([]);
    expect((await api.customer.get({ id })).archivedAt).toBeNull();
  });

  test("can be archived once they are over, drafts or archived", async () => {
    const { id } = await createRecord(api, "customer");
    await createRecord(api, "contract", { customerId: id, status: "draft" });
    await createRecord(api, "contract", { customerId: id, status: "ended", endAt: "2026-10-31" });
    const active = await createRecord(api, "contract", { customerId: id });
    await api.contract.archive({ id: active.id });
    expect(await api.customer.archive({ id })).toMatchObject({ id });
  });
});

describe("the postcode", () => {
  test("is judged by the country that is stored", async () => {
    const { id } = await createRecord(api, "customer", { billingCountry: "AT", billingZip: "1010" });
    await api.customer.update({ params: { id }, body: { billingZip: "5020" } });
    expect(await refusalOf(api.customer.update({ params: { id }, body: { billingCountry: "DE" } }))).toMatchObject({
      fields: { "body.billingZip": [expect.any(String)] },
    });
    await api.customer.update({ params: { id }, body: { billingCountry: "GB", billingZip: "SW1A 1AA" } });
  });
});

describe("customers that are like one who is being entered", () => {
  const names = async (typed: Parameters<Api["customer"]["similar"]>[0]) =>
    (await api.customer.similar(typed)).map(({ label, by }) => [label, by]);

  beforeEach(async () => {
    const amsel = { website: "https://www.amsel.example/wein", email: "post@amsel.example", vatId: "DE136695976" };
    await createRecord(api, "customer", { name: "Weingut Amsel GbR", ...amsel });
    await createRecord(api, "customer", { name: "Sägewerk Buche", email: "buche@gmx.de" });
  });

  test("are refused to strangers", async () => {
    const stranger = await office.as();
    expect(await refusalOf(stranger.customer.similar({ name: "Amsel" }))).toMatchObject({ code: "UNAUTHORIZED" });
  });

  test.each([
    [{ name: "Amsel GmbH" }, "name"],
    [{ name: "Ganz anders", vatId: "DE 136695976" }, "vatId"],
    [{ email: "POST@amsel.example" }, "email"],
    [{ email: "rechnung@amsel.example" }, "domain"],
    [{ website: "https://shop.amsel.example" }, "domain"],
  ])("%j finds one by %s", async (typed, by) => {
    expect(await names(typed)).toEqual([["Weingut Amsel GbR", by]]);
  });

  test.each([
    { email: "wer@gmx.de" },
    { website: "https://nicht-amsel.example" },
    { website: "https://amsel.example.com" },
    { name: "Am" },
    { name: "GmbH" },
    { vatId: "DE", email: "amsel@", website: "http" },
    {},
  ])("%j finds nobody", async (typed) => {
    expect(await names(typed)).toEqual([]);
  });

  test("leave out the customer who is being edited and those in the archive", async () => {
    const [amsel] = await api.customer.similar({ name: "Amsel" });
    const id = amsel?.id as string;
    expect(await names({ name: "Amsel", exceptId: id })).toEqual([]);
    await api.customer.archive({ id });
    expect(await names({ name: "Amsel", email: "post@amsel.example" })).toEqual([]);
  });

  test("are told by the longest word that is no legal form", () => {
    expect(tellingWord("Müller und Söhne GmbH & Co. KG")).toBe("Müller");
    expect(tellingWord(" ")).toBe("");
  });
});
