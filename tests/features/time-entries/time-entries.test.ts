import { beforeEach, describe, expect, test } from "vitest";
import { portalDate } from "../../../contract/time/today.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("timeEntry", {
  change: { minutes: 45, billable: false },
  wrong: [
    ["label", ""],
    ["customerId", ""],
    ["minutes", 0],
    ["minutes", 14_401],
    ["websiteId", "nirgends"],
  ],
});

let office: Office;
let api: Api;
let me: string;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  const person = await office.hire({ role: "maintainer" });
  me = person.id;
  api = await office.as(person);
  customerId = (await createRecord(api, "customer", { name: "Amsel", hourlyRateCents: 9000, includedMinutes: 60 })).id;
});

const work = async (body = {}) => (await createRecord(api, "timeEntry", { customerId, ...body })).id;
const valuesOf = async (id: string) => (await api.timeEntry.get({ id })).values;

describe("what was worked", () => {
  test("is of today and of who enters it, unless they say otherwise", async () => {
    expect(await valuesOf(await work())).toMatchObject({
      workedOn: portalDate(office.services.now()),
      userId: { id: me },
    });
    const other = await office.hire({ name: "Timo Brandt" });
    expect(await valuesOf(await work({ workedOn: "2026-01-05", userId: other.id }))).toMatchObject({
      workedOn: "2026-01-05",
      userId: { id: other.id },
    });
  });

  test("costs by the hour what the customer pays for one, and nothing where it is not invoiced", async () => {
    expect((await valuesOf(await work({ minutes: 20 }))).amountCents).toBe(3000);
    expect((await valuesOf(await work({ minutes: 20, billable: false }))).amountCents).toBeNull();
    const member = await office.as(await office.hire({ role: "member" }));
    const { values } = await member.timeEntry.get({ id: await work() });
    expect(values).not.toHaveProperty("amountCents");
  });

  test("is not about the website or the contract of another customer", async () => {
    const other = await createRecord(api, "customer", { name: "Fink" });
    const website = await createRecord(api, "website", { customerId: other.id });
    expect(await refusalOf(work({ websiteId: website.id }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { "body.websiteId": [expect.any(String)] },
    });
    const contract = await createRecord(api, "contract", { customerId: other.id });
    expect(await refusalOf(work({ contractId: contract.id }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { "body.contractId": [expect.any(String)] },
    });
  });

  test("is summed up by months beside what a month includes", async () => {
    await work({ workedOn: "2026-01-31", minutes: 50 });
    await work({ workedOn: "2026-01-01", minutes: 40, billedAt: "2026-02-01" });
    await work({ workedOn: "2026-02-01", minutes: 10, billable: false });
    const removed = await work({ workedOn: "2026-02-02", minutes: 500 });
    await api.timeEntry.archive({ id: removed });
    expect(await api.timeEntry.summary({ id: customerId })).toEqual({
      includedMinutes: 60,
      months: [
        { month: "2026-02", minutes: 10, billableMinutes: 0, billedMinutes: 0 },
        { month: "2026-01", minutes: 90, billableMinutes: 90, billedMinutes: 40 },
      ],
    });
  });
});

describe("the time that runs", () => {
  test("is started by nobody who may not write, and for no customer that is not there", async () => {
    const start = { customerId, label: "Updates" };
    expect(await refusalOf((await office.as()).timeEntry.start(start))).toMatchObject({ code: "UNAUTHORIZED" });
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect(await refusalOf(reader.timeEntry.start(start))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(api.timeEntry.start({ customerId: "nirgends" }))).toMatchObject({ code: "NOT_FOUND" });
    await api.customer.archive({ id: customerId });
    expect(await refusalOf(api.timeEntry.start(start))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await api.timeEntry.timer()).toBeNull();
  });

  test("runs once for a person, and apart from that of others", async () => {
    await api.timeEntry.start({ customerId, label: "Updates" });
    expect(await refusalOf(api.timeEntry.start({ customerId }))).toMatchObject({ code: "CONFLICT" });
    const other = await office.as(await office.hire());
    expect(await other.timeEntry.timer()).toBeNull();
    expect(await api.timeEntry.timer()).toMatchObject({ customer: { label: "Amsel" }, label: "Updates" });
  });

  test("is entered in begun minutes when it ends, once, and says what was done", async () => {
    await api.timeEntry.start({ customerId });
    office.advance(61_000);
    expect(await refusalOf(api.timeEntry.stop({}))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { label: [expect.any(String)] },
    });
    const { id } = await api.timeEntry.stop({ label: "Updates" });
    expect(await valuesOf(id)).toMatchObject({ label: "Updates", minutes: 2, billable: true, userId: { id: me } });
    expect(await refusalOf(api.timeEntry.stop({ label: "Updates" }))).toMatchObject({ code: "CONFLICT" });
  });

  test("is thrown away without a trace", async () => {
    await api.timeEntry.start({ customerId, label: "Versehen" });
    await api.timeEntry.discard();
    expect(await api.timeEntry.timer()).toBeNull();
    expect((await api.timeEntry.list({})).totalItems).toBe(0);
  });
});
