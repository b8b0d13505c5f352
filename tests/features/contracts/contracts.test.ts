import { beforeEach, describe, expect, test } from "vitest";
import { contractTerm } from "../../../contract/contracts/contract-term.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { runningPeriod } from "../../../contract/terms/record-term.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("contract", {
  change: { title: "Wartung Premium", noticeDays: 30, cycle: "yearly" },
  hidden: { priceCents: 12_000 },
  wrong: [
    ["number", " "],
    ["title", "x".repeat(151)],
    ["startAt", null],
    ["kind", "leihe"],
    ["periodMonths", 0],
    ["priceCents", -1],
    ["endAt", "2025-12-31"],
  ],
});

describeRecordCommands("contractItem", {
  change: { label: "Wartung der Website", quantity: 2 },
  hidden: { unitPriceCents: 4900, costCents: 1000 },
  wrong: [
    ["label", ""],
    ["contractId", ""],
    ["quantity", 0],
    ["unitPriceCents", 1.5],
    ["websiteId", "nirgends"],
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

const sign = async (body: RecordBody = {}) => (await createRecord(api, "contract", { customerId, ...body })).id;
const valuesOf = async (id: string) => (await api.contract.get({ id })).values;

describe("the last day on which a contract can be cancelled", () => {
  test("is so many days before its end, and moves with both", async () => {
    const id = await sign({ endAt: "2027-03-31", noticeDays: 30 });
    expect((await valuesOf(id)).cancelBy).toBe("2027-03-01");
    await api.contract.update({ params: { id }, body: { noticeDays: 90 } });
    expect((await valuesOf(id)).cancelBy).toBe("2026-12-31");
    await api.contract.update({ params: { id }, body: { noticeDays: null } });
    expect((await valuesOf(id)).cancelBy).toBeNull();
  });

  test("is gone once it is cancelled", async () => {
    const id = await sign({ endAt: "2027-03-31", noticeDays: 30 });
    await api.contract.update({ params: { id }, body: { status: "cancelled" } });
    expect((await valuesOf(id)).cancelBy).toBeNull();
  });

  test("follows from the minimum term where nobody entered an end", async () => {
    const id = await sign({ startAt: "2024-01-01", minTermMonths: 24, periodMonths: 12, noticeDays: 90 });
    // Two years, then year by year: it is too late for the term that ends with this year, but not for the next one.
    expect((await valuesOf(id)).cancelBy).toBe("2027-10-02");
  });

  test.each([
    [{ startAt: "2026-01-31", minTermMonths: 1, autoRenew: false }, "2026-02-28"],
    [{ startAt: "2020-01-01", minTermMonths: 12, autoRenew: false, periodMonths: 12 }, "2020-12-31"],
    [{ startAt: "2020-01-01", minTermMonths: 12, autoRenew: true, periodMonths: null }, "2026-12-31"],
    [{ startAt: "2020-11-20", minTermMonths: 12, autoRenew: true, periodMonths: 1 }, "2026-12-19"],
    [{ startAt: "2020-01-01", minTermMonths: null, autoRenew: true, periodMonths: 12 }, "2026-12-31"],
    [{ startAt: "2020-01-01", minTermMonths: null, autoRenew: true, periodMonths: null }, null],
    [{ startAt: "2020-01-01", endAt: "2021-06-30", minTermMonths: 12 }, "2021-06-30"],
  ])("the term of %j ends on %s", (values, end) => {
    expect(runningPeriod(contractTerm, values, "2026-11-20")?.to ?? null).toBe(end);
  });
});

describe("what a contract brings", () => {
  test("is the sum of its positions, by the month; its own price only without any", async () => {
    const id = await sign({ cycle: "quarterly", priceCents: 30_000 });
    expect((await valuesOf(id)).monthlyRevenueCents).toBe(10_000);
    const item = await createRecord(api, "contractItem", { contractId: id, quantity: 3, unitPriceCents: 5_000 });
    expect(await valuesOf(id)).toMatchObject({ itemCount: 1, monthlyRevenueCents: 5_000 });
    await api.contractItem.archive({ id: item.id });
    expect(await valuesOf(id)).toMatchObject({ itemCount: 0, monthlyRevenueCents: 10_000 });
  });

  test("is nothing by the month where it comes once", async () => {
    expect((await valuesOf(await sign({ cycle: "once", priceCents: 30_000 }))).monthlyRevenueCents).toBeNull();
  });

  test("is hidden from members, on the customer as well", async () => {
    const id = await sign({ priceCents: 30_000 });
    const janas = await office.as(await office.hire({ role: "member" }));
    expect((await janas.contract.get({ id })).values).not.toHaveProperty("monthlyRevenueCents");
    expect((await janas.customer.get({ id: customerId })).values).not.toHaveProperty("monthlyRevenueCents");
    expect((await api.customer.get({ id: customerId })).values.monthlyRevenueCents).toBe(30_000);
  });
});

describe("a position", () => {
  test("is one piece, unless somebody counts", async () => {
    const { id } = await createRecord(api, "contractItem");
    expect((await api.contractItem.get({ id })).values.quantity).toBe(1);
  });

  test("is about one thing at most", async () => {
    const website = await createRecord(api, "website");
    const host = await createRecord(api, "host");
    const { id } = await createRecord(api, "contractItem", { websiteId: website.id });
    const update = { params: { id }, body: { hostId: host.id } };
    expect(await refusalOf(api.contractItem.update(update))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { "body.hostId": [expect.any(String)] },
    });
    await api.contractItem.update({ params: { id }, body: { hostId: host.id, websiteId: null } });
    expect((await api.contractItem.get({ id })).values).toMatchObject({ hostId: { id: host.id }, websiteId: null });
  });

  test("gives a website its contract, which shows among its relations", async () => {
    const website = await createRecord(api, "website", { name: "Amsel" });
    const contractId = await sign({ title: "Wartung Amsel" });
    await createRecord(api, "contractItem", { contractId, websiteId: website.id });
    const row = await api.website.get({ id: website.id });
    expect(row.values.contractId).toEqual({ id: contractId, label: "Wartung Amsel" });
    await api.contract.update({ params: { id: contractId }, body: { status: "draft" } });
    expect((await api.website.get({ id: website.id })).values.contractId).toBeNull();
  });
});

test("a change of the end alone is judged by the beginning that is stored", async () => {
  const id = await sign({ startAt: "2026-06-01" });
  expect(await refusalOf(api.contract.update({ params: { id }, body: { endAt: "2026-05-31" } }))).toMatchObject({
    code: "BAD_REQUEST",
    fields: { "body.endAt": [expect.any(String)] },
  });
});

test.each(["cancelled", "ended"])("a contract that is %s has a last day", async (status) => {
  const id = await sign();
  const refused = {
    code: "BAD_REQUEST",
    fields: { "body.endAt": [expect.any(String)] },
  };
  expect(await refusalOf(sign({ status }))).toMatchObject(refused);
  expect(await refusalOf(api.contract.update({ params: { id }, body: { status } }))).toMatchObject(refused);
  await api.contract.update({ params: { id }, body: { status, endAt: "2026-12-31" } });
  expect(await valuesOf(id)).toMatchObject({ status, endAt: "2026-12-31" });
});
