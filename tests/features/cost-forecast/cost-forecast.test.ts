import { beforeEach, describe, expect, test } from "vitest";
import { paymentDays } from "../../../contract/cost-forecast/payments.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, addMonths } from "../../../contract/time/today.ts";
import { openForecastExport } from "../../../server/features/cost-forecast/export.ts";
import type { Api } from "../../../server/features/router.ts";
import { rollOver } from "../../../server/features/terms/roll-over.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

/** The office's clock stands on the 20th of November 2026. */
let office: Office;
let jana: Person;
let api: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  customerId = (await createRecord(api, "customer", { name: "Amsel" })).id;
});

type Side = "costCents" | "revenueCents";
const total = async (side: Side, scenario: "planned" | "cancelOpen" = "planned") =>
  (await api.costForecast.read({ scenario })).total[side];
/** Twelve months from November on, of which some have an amount. */
const year = (amounts: Record<number, number>) => Array.from({ length: 12 }, (_, at) => amounts[at] ?? 0);
const every = (cents: number, from = 0, to = 11) =>
  Array.from({ length: 12 }, (_, at) => (at >= from && at <= to ? cents : 0));
const domain = (body: RecordBody) => createRecord(api, "domain", { renewsAt: "2027-03-31", ...body });
const sign = (body: RecordBody) => createRecord(api, "contract", { customerId, ...body });

describe("the cost forecast", () => {
  test("is for those who may see prices, on every path", async () => {
    await domain({ costCents: 1200 });
    const calls = (of: Api) => [
      of.costForecast.read({}),
      of.costForecast.items({ month: "2027-03" }),
      of.costForecast.years({ type: "domain", id: "x" }),
    ];
    for (const call of calls(await office.as())) expect(await refusalOf(call)).toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["member", "readonly"] as const) {
      const person = await office.hire({ role });
      for (const call of calls(await office.as(person)))
        expect(await refusalOf(call)).toMatchObject({ code: "FORBIDDEN" });
      const { person: _, ...context } = await office.contextOf(person);
      await expect(openForecastExport({ ...context, person })).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await refusalOf(api.costForecast.items({ month: "2027-13" }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  test("is empty without prices", async () => {
    await domain({});
    expect(await api.costForecast.read({})).toMatchObject({
      months: expect.arrayContaining(["2026-11", "2027-10"]),
      groups: [],
      total: { costCents: every(0), revenueCents: every(0) },
    });
  });

  test("counts a domain on the day on which it renews itself, by the price of that day", async () => {
    const { id } = await domain({ costCents: 1200, priceCents: 2400 });
    expect(await total("costCents")).toEqual(year({ 4: 1200 }));
    await api.term.changePrice({ type: "domain", id, fromOn: "2027-03-31", costCents: 1500 });
    expect([await total("costCents"), await total("revenueCents")]).toEqual([year({ 4: 1500 }), year({ 4: 2400 })]);
    await api.term.changePrice({ type: "domain", id, fromOn: "2027-04-01", costCents: 9900 });
    expect(await total("costCents")).toEqual(year({ 4: 1500 }));
  });

  test("counts two years at once for who renews for two years, and each month for who does so by the month", async () => {
    await domain({ costCents: 1200, periodMonths: 24 });
    expect(await total("costCents")).toEqual(year({ 4: 2400 }));
    await domain({ renewsAt: "2026-11-30", costCents: 1200, periodMonths: 1 });
    expect(await total("costCents")).toEqual(year({ ...every(100), 4: 2500 }));
  });

  test("ends with what was cancelled, and with what does not renew itself unless it is to be kept", async () => {
    const { id, version } = await domain({ costCents: 1200 });
    await api.term.decide({ type: "domain", id, version, decision: "cancel" });
    expect(await total("costCents")).toEqual(every(0));
    await domain({ costCents: 700, autoRenew: false });
    expect(await total("costCents")).toEqual(every(0));
    await domain({ costCents: 900, autoRenew: false, renewDecision: "keep" });
    expect(await total("costCents")).toEqual(year({ 4: 900 }));
  });

  test("says what falls away when everything undecided is cancelled, to its next end", async () => {
    await domain({ costCents: 1200, renewDecision: "keep" });
    await domain({ costCents: 700, priceCents: 1900, renewsAt: "2027-01-15" });
    // It is too late for the end of this year: the notice has passed.
    await createRecord(api, "host", {
      costCents: 500,
      billing: "monthly",
      renewsAt: "2026-12-01",
      periodMonths: 6,
      noticeDays: 30,
    });
    expect(await total("costCents", "cancelOpen")).toEqual(
      every(500, 0, 6).map((cents, at) => cents + (at === 4 ? 1200 : 0)),
    );
    const planned = await api.costForecast.read({});
    expect(planned.open).toEqual({ count: 2, costCents: 700 + 5 * 500, revenueCents: 1900 });
    expect(planned.total.revenueCents).toEqual(year({ 2: 1900 }));
  });

  test("takes hosts by how they are billed, leasing by the month until it ends", async () => {
    await createRecord(api, "host", { costCents: 6000, billing: "yearly", renewsAt: "2027-02-28" });
    expect(await total("costCents")).toEqual(year({ 3: 6000 }));
    await createRecord(api, "host", { costCents: 100, billing: "monthly" });
    expect(await total("costCents")).toEqual(year({ ...every(100), 3: 6100 }));
    await createRecord(api, "device", { leasingCostCents: 40, leasingEndAt: "2027-01-31" });
    expect((await total("costCents")).slice(0, 4)).toEqual([140, 140, 140, 6100]);
    await createRecord(api, "host", { costCents: 900, billing: "yearly" });
    const { undated } = await api.costForecast.read({});
    expect(undated).toEqual({ count: 1, costCents: 900, revenueCents: 0 });
  });

  test("invoices a contract from its beginning in its cycle, by what its positions bring on the day", async () => {
    const { id: contractId } = await sign({ startAt: "2026-01-15", cycle: "quarterly", priceCents: 99_900 });
    expect(await total("revenueCents")).toEqual(year({ 2: 99_900, 5: 99_900, 8: 99_900, 11: 99_900 }));
    const item = { contractId, quantity: 2, unitPriceCents: 5000, costCents: 1000 };
    const { id } = await createRecord(api, "contractItem", item);
    await api.term.changePrice({ type: "contractItem", id, fromOn: "2027-07-01", priceCents: 6000 });
    expect(await total("revenueCents")).toEqual(year({ 2: 10_000, 5: 10_000, 8: 12_000, 11: 12_000 }));
    expect(await total("costCents")).toEqual(year({ 2: 2000, 5: 2000, 8: 2000, 11: 2000 }));
  });

  test("knows drafts, one-off contracts, and the last day of what was cancelled", async () => {
    await sign({ startAt: "2026-12-01", cycle: "monthly", priceCents: 100, status: "draft" });
    await sign({ startAt: "2026-12-01", cycle: "once", priceCents: 7000 });
    expect(await total("revenueCents")).toEqual(year({ 1: 7000 }));
    const ends = { endAt: "2027-02-28", status: "cancelled" };
    await sign({ startAt: "2026-01-01", cycle: "monthly", priceCents: 100, ...ends });
    expect((await total("revenueCents")).slice(0, 5)).toEqual([100, 7100, 100, 100, 0]);
  });

  test("is stacked by provider or customer, the smallest as one, and names what is paid in a month", async () => {
    const registrarId = (await createRecord(api, "registrar", { name: "Nordregister" })).id;
    const registrarAccountId = (await createRecord(api, "registrarAccount", { registrarId })).id;
    await domain({ name: "amsel.example", registrarAccountId, customerId, costCents: 1200 });
    await sign({ title: "Wartung", startAt: "2026-03-01", periodMonths: 12, cycle: "yearly", priceCents: 60_000 });
    const groups = async (by: "provider" | "customer") =>
      (await api.costForecast.read({ by })).groups.map(({ label }) => label);
    expect(await groups("provider")).toEqual(["Verträge", "Nordregister"]);
    expect(await groups("customer")).toEqual(["Amsel"]);
    for (const [at, name] of ["Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"].entries()) {
      const other = (await createRecord(api, "customer", { name })).id;
      await domain({ name: `nummer-${at}.example`, customerId: other, priceCents: 100 + at });
    }
    const { groups: seven } = await api.costForecast.read({ by: "customer" });
    expect(seven.map(({ label, others }) => [label, others])).toEqual([
      ...[["Amsel"], ["Sechs"], ["Fünf"], ["Vier"], ["Drei"]].map(([label]) => [label, undefined]),
      ["Übrige", 2],
    ]);
    const { items, totalItems } = await api.costForecast.items({ month: "2027-03" });
    expect(totalItems).toBe(8);
    expect(items.slice(0, 2)).toMatchObject([
      {
        on: "2027-03-01",
        record: { type: "contract", label: "Wartung" },
        revenueCents: 60_000,
        customer: { label: "Amsel" },
      },
      { on: "2027-03-31", record: { label: "amsel.example" }, provider: "Nordregister", costCents: 1200, isOpen: true },
    ]);
    const decided = await api.costForecast.items({ month: "2027-03", scenario: "cancelOpen" });
    expect(decided.items).toEqual([]);
  });

  test("leaves out what is archived, and gives every payment as a file", async () => {
    const { id } = await domain({ costCents: 500 });
    await domain({ name: "bleibt.example", costCents: 1200 });
    await api.domain.archive({ id });
    expect(await total("costCents")).toEqual(year({ 4: 1200 }));
    const context = await office.contextOf(jana);
    const file = await openForecastExport({ ...context, person: jana });
    const rows: unknown[] = [];
    for await (const page of file.pages()) rows.push(...page);
    expect([file.total, rows.length]).toEqual([1, 1]);
    expect(JSON.stringify(rows)).toContain("bleibt.example");
  });
});

describe("the years of a record", () => {
  const years = async (type: "domain" | "contract" | "host", id: string) =>
    (await api.costForecast.years({ type, id })).map(({ year: on, costCents, revenueCents }) => [
      on,
      costCents,
      revenueCents,
    ]);

  test("are refused for what is not there", async () => {
    expect(await refusalOf(api.costForecast.years({ type: "domain", id: "x" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("have the price of each day, from the beginning to the end of the next one", async () => {
    const body = { registeredAt: "2023-05-01", renewsAt: "2027-05-01", costCents: 1000, priceCents: 3000 };
    const { id } = await domain(body);
    await api.term.changePrice({ type: "domain", id, fromOn: "2025-01-01", costCents: 1200 });
    await api.term.changePrice({ type: "domain", id, fromOn: "2027-01-01", costCents: 1500 });
    expect(await years("domain", id)).toEqual([
      [2027, 1500, 3000],
      [2026, 1200, 3000],
      [2025, 1200, 3000],
      [2024, 1000, 3000],
      [2023, 1000, 3000],
    ]);
  });

  test("end with what has ended", async () => {
    const ended = { startAt: "2025-10-01", endAt: "2026-03-31", status: "ended", cycle: "monthly", priceCents: 100 };
    const { id } = await sign(ended);
    expect(await years("contract", id)).toEqual([
      [2026, 0, 300],
      [2025, 0, 300],
    ]);
  });
});

test("what was foreseen for a month is what is foreseen once it is there, when nobody does anything", {
  timeout: 120_000,
}, async () => {
  await createSampleAgency(office.services, jana);
  await rollOver(office.services);
  const before = await api.costForecast.read({});
  for (const days of [45, 120]) {
    office.advance(days * dayMs);
    await rollOver(office.services);
    const after = await api.costForecast.read({});
    const passed = before.months.indexOf(after.months[0] ?? "");
    expect(passed).toBeGreaterThan(0);
    // The month that runs has seen the last days of what ended in it.
    for (const side of ["costCents", "revenueCents"] as const)
      expect(after.total[side].slice(1, 12 - passed)).toEqual(before.total[side].slice(passed + 1));
  }
});

test("payments fall on the days that counting from month to month finds", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const anchorOn = addDays("2024-01-01", random(900));
    const rhythm = { anchorOn, firstMonths: random(30), everyMonths: 1 + random(24) };
    const first = addDays("2025-01-01", random(700));
    const span = { first, last: addDays(first, random(400)) };
    const paid = {
      from: random(2) ? addDays(first, random(90) - 45) : null,
      until: random(2) ? addDays(first, random(300)) : null,
    };
    const slow: string[] = [];
    for (let months = -1200; months <= 1200; months += 1) {
      if (months % rhythm.everyMonths !== 0) continue;
      const day = addMonths(anchorOn, rhythm.firstMonths + months);
      const isPaid = (paid.from === null || day >= paid.from) && (paid.until === null || day < paid.until);
      if (day >= span.first && day <= span.last && isPaid) slow.push(day);
    }
    expect(paymentDays(rhythm, span, paid)).toEqual(slow);
  }
});
