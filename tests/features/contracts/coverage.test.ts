import { beforeEach, describe, expect, test } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  customerId = (await createRecord(api, "customer", { name: "Weingut Amsel" })).id;
});

const sign = async (body: RecordBody = {}) => (await createRecord(api, "contract", { customerId, ...body })).id;
const cover = (contractId: string, body: RecordBody) => createRecord(api, "contractItem", { contractId, ...body });
const namesOf = async (id: string) => (await api.contract.uncovered({ id })).items.map(({ title }) => title);
const listed = async (view: Parameters<Api["contract"]["list"]>[0]) =>
  (await api.contract.list(view)).data.map(({ title }) => title);

describe("what the customer of a contract has beside it", () => {
  test("is told to nobody without a session, and of no contract that is not there", async () => {
    const id = await sign();
    const stranger = await office.as();
    expect(await refusalOf(stranger.contract.uncovered({ id }))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(api.contract.uncovered({ id: "nirgends" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("is what no contract of theirs names, of each kind, and nothing of other customers", async () => {
    const id = await sign();
    const website = await createRecord(api, "website", { customerId, name: "Amsel", lifecycle: "live" });
    await createRecord(api, "website", { customerId, name: "Amsel alt", lifecycle: "shutDown" });
    const host = await createRecord(api, "host", { customerId, name: "web-amsel" });
    const other = await createRecord(api, "customer", { name: "Fink" });
    await createRecord(api, "website", { customerId: other.id, name: "Fink", lifecycle: "live" });
    expect(await namesOf(id)).toEqual(expect.arrayContaining(["Amsel", "web-amsel"]));
    expect(await namesOf(id)).not.toEqual(expect.arrayContaining(["Amsel alt"]));
    expect(await namesOf(id)).not.toEqual(expect.arrayContaining(["Fink"]));
    await cover(id, { websiteId: website.id });
    await cover(await sign({ title: "Hosting" }), { hostId: host.id });
    expect(await namesOf(id)).not.toEqual(expect.arrayContaining(["Amsel"]));
    expect(await namesOf(id)).not.toEqual(expect.arrayContaining(["web-amsel"]));
  });

  test("is there again when the contract that named it has ended or lost the position", async () => {
    const id = await sign();
    const host = await createRecord(api, "host", { customerId, name: "web-amsel" });
    const hosting = await sign({ title: "Hosting" });
    const item = await cover(hosting, { hostId: host.id });
    await api.contract.update({ params: { id: hosting }, body: { status: "ended", endAt: "2026-12-31" } });
    expect(await namesOf(id)).toEqual(["web-amsel"]);
    await api.contract.update({ params: { id: hosting }, body: { status: "active" } });
    expect(await namesOf(id)).toEqual([]);
    await api.contractItem.archive({ id: item.id });
    expect(await namesOf(id)).toEqual(["web-amsel"]);
  });
});

describe("the list of contracts", () => {
  test("finds those that are about nothing", async () => {
    const website = await createRecord(api, "website", { customerId });
    const used = await sign({ title: "Wartung" });
    await cover(used, { websiteId: website.id });
    const bare = await sign({ title: "Lizenz" });
    await cover(bare, { label: "Lizenz je Platz" });
    const own = { field: "customerId", is: "oneOf" as const, values: [customerId] };
    const none = { field: "assetCount", is: "between" as const, to: "0" };
    expect(await listed({ where: [own, none] })).toEqual(["Lizenz"]);
  });

  test("has the price of a cycle and of a year from the positions, and from the contract without any", async () => {
    const bare = await sign({ priceCents: 10_000, cycle: "quarterly" });
    expect((await api.contract.get({ id: bare })).values).toMatchObject({
      cycleRevenueCents: 10_000,
      yearlyRevenueCents: 40_000,
    });
    await cover(bare, { quantity: 3, unitPriceCents: 1000 });
    expect((await api.contract.get({ id: bare })).values).toMatchObject({
      cycleRevenueCents: 3000,
      yearlyRevenueCents: 12_000,
    });
    const once = await sign({ priceCents: 10_000, cycle: "once" });
    expect((await api.contract.get({ id: once })).values).toMatchObject({
      cycleRevenueCents: 10_000,
      yearlyRevenueCents: null,
    });
  });

  test("keeps prices from people without the right to see them", async () => {
    const id = await sign({ priceCents: 10_000 });
    const member = await office.as(await office.hire({ role: "member" }));
    const { values } = await member.contract.get({ id });
    expect(values).not.toHaveProperty("cycleRevenueCents");
    expect(values).not.toHaveProperty("yearlyRevenueCents");
  });
});
