import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { GapKind } from "../../../contract/contract-gaps/contract-gaps.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { openGapExport } from "../../../server/features/contract-gaps/export.ts";
import { finders } from "../../../server/features/contract-gaps/finders.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let api: Api;
let customerId: string;
let formerId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await office.as(jana);
  customerId = (await createRecord(api, "customer", { name: "Amsel" })).id;
  formerId = (await createRecord(api, "customer", { name: "Fink", status: "former" })).id;
});

const sign = (body: RecordBody = {}) => createRecord(api, "contract", { customerId, ...body });
const open = (kind?: GapKind) => api.contractGap.list({ ...(kind && { kind }) });
const found = async (kind: GapKind) =>
  (await open(kind)).data.map(({ subject, yearlyCents }) => [subject.label, yearlyCents]);

describe("contract gaps", () => {
  test("are for those who may see prices, on every path", async () => {
    const gap = { kind: "bareContract", type: "contract", id: "x", facts: "0", reason: "Weil es so ist" } as const;
    const calls = (of: Api) => [
      of.contractGap.list({}),
      of.contractGap.estimate(),
      of.contractGap.settle(gap),
      of.contractGap.reopen({ kind: "bareContract", type: "contract", id: "x" }),
    ];
    for (const call of calls(await office.as())) expect(await refusalOf(call)).toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["member", "readonly"] as const) {
      const person = await office.hire({ role });
      for (const call of calls(await office.as(person)))
        expect(await refusalOf(call)).toMatchObject({ code: "FORBIDDEN" });
      const { person: _, ...context } = await office.contextOf(person);
      await expect(openGapExport({ ...context, person })).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("name live websites without a contract, worth the median of the others", async () => {
    const [covered, dear, bare] = [
      await createRecord(api, "website", { customerId, name: "Gedeckt", lifecycle: "live" }),
      await createRecord(api, "website", { customerId, name: "Teuer", lifecycle: "live" }),
      await createRecord(api, "website", { customerId, name: "Ohne", lifecycle: "live" }),
    ];
    await createRecord(api, "website", { customerId, name: "Aus", lifecycle: "shutDown" });
    const { id: contractId } = await sign({ cycle: "monthly" });
    await createRecord(api, "contractItem", { contractId, websiteId: covered.id, unitPriceCents: 1000 });
    await createRecord(api, "contractItem", { contractId, websiteId: dear.id, unitPriceCents: 3000 });
    expect(await found("uncoveredWebsite")).toEqual([["Ohne", 24_000]]);
    await createRecord(api, "contractItem", { contractId, websiteId: bare.id });
    expect(await found("uncoveredWebsite")).toEqual([]);
  });

  test("name domains that cost and bring nothing, and prices of former customers", async () => {
    await createRecord(api, "domain", { name: "teuer.example", customerId, costCents: 1200 });
    await createRecord(api, "domain", { name: "bezahlt.example", customerId, costCents: 1200, priceCents: 2400 });
    await createRecord(api, "domain", { name: "weg.example", customerId, costCents: 900, renewDecision: "cancel" });
    await createRecord(api, "domain", { name: "frueher.example", customerId: formerId, priceCents: 1800 });
    await sign({ customerId: formerId, title: "Wartung Fink", priceCents: 5000, cycle: "monthly" });
    expect(await found("unpricedDomain")).toEqual([["teuer.example", 1200]]);
    expect(await found("formerCustomer")).toEqual([
      ["Wartung Fink", 60_000],
      ["frueher.example", 1800],
    ]);
  });

  test("name contracts about nothing, and prices that nobody has raised for two years", async () => {
    await sign({ title: "Alt", startAt: "2023-01-01", priceCents: 10_000, cycle: "yearly" });
    await sign({ title: "Neu", startAt: "2025-06-01", priceCents: 10_000, cycle: "yearly" });
    const raised = await sign({ title: "Erhöht", startAt: "2023-01-01", priceCents: 10_000, cycle: "yearly" });
    await api.contract.update({ params: { id: raised.id }, body: { priceCents: 12_000 } });
    expect(await found("unraisedPrice")).toEqual([["Alt", 500]]);
    expect((await found("bareContract")).map(([title]) => title)).toEqual(["Erhöht", "Alt", "Neu"]);
  });

  test("name hosts that are paid for nothing, and devices with former customers", async () => {
    await createRecord(api, "host", { name: "leer", costCents: 500, billing: "monthly" });
    const used = await createRecord(api, "host", { name: "voll", costCents: 500, billing: "monthly" });
    await createRecord(api, "website", { hosts: [{ id: used.id, role: "web" }] });
    expect(await found("emptyHost")).toEqual([["leer", 6000]]);
    const device = await createRecord(api, "device", { name: "Notebook", priceCents: 90_000 });
    await api.device.checkOut({ deviceIds: [device.id], to: { type: "customer", id: formerId } });
    expect(await found("formerDevice")).toEqual([["Notebook", 30_000]]);
  });

  test("name hours beyond what a month includes, until they are invoiced", async () => {
    await api.customer.update({ params: { id: customerId }, body: { includedMinutes: 60, hourlyRateCents: 12_000 } });
    const entry = { customerId, workedOn: "2026-10-05", minutes: 90 };
    const { id } = await createRecord(api, "timeEntry", entry);
    await createRecord(api, "timeEntry", { ...entry, workedOn: "2026-09-05", minutes: 60 });
    await createRecord(api, "timeEntry", { ...entry, minutes: 600, billable: false });
    expect(await found("unbilledTime")).toEqual([["Amsel", 6000]]);
    await api.timeEntry.update({ params: { id }, body: { billedAt: "2026-11-01" } });
    expect(await found("unbilledTime")).toEqual([]);
  });

  test("are settled with a reason, and come back when their facts change", async () => {
    const { id } = await createRecord(api, "domain", { name: "teuer.example", costCents: 1200 });
    const gap = { kind: "unpricedDomain", type: "domain", id } as const;
    const [finding] = (await open("unpricedDomain")).data;
    const facts = finding?.facts ?? "";
    expect(await refusalOf(api.contractGap.settle({ ...gap, facts, reason: " " }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { reason: [expect.any(String)] },
    });
    const stale = { ...gap, facts: "anders", reason: "Gehört der Agentur" };
    expect(await refusalOf(api.contractGap.settle(stale))).toMatchObject({ code: "CONFLICT" });
    const missing = { ...gap, id: "nirgends", facts, reason: "Gehört der Agentur" };
    expect(await refusalOf(api.contractGap.settle(missing))).toMatchObject({ code: "NOT_FOUND" });
    await api.contractGap.settle({ ...gap, facts, reason: "Gehört der Agentur" });
    expect(await api.contractGap.estimate()).toEqual({ count: 0, yearlyCents: 0 });
    expect((await api.contractGap.list({ settled: true })).data).toMatchObject([
      { subject: { id }, settled: { reason: "Gehört der Agentur", by: "Jana Petersen" } },
    ]);
    await api.domain.update({ params: { id }, body: { costCents: 1300 } });
    expect(await found("unpricedDomain")).toEqual([["teuer.example", 1300]]);
  });

  test("are opened again, once", async () => {
    const { id } = await createRecord(api, "domain", { name: "teuer.example", costCents: 1200 });
    const gap = { kind: "unpricedDomain", type: "domain", id } as const;
    expect(await refusalOf(api.contractGap.reopen(gap))).toMatchObject({ code: "NOT_FOUND" });
    await api.contractGap.settle({ ...gap, facts: (await open()).data[0]?.facts ?? "", reason: "Gehört der Agentur" });
    await api.contractGap.reopen(gap);
    expect(await api.contractGap.estimate()).toEqual({ count: 1, yearlyCents: 1200 });
  });

  onSqlite("a plan of SQLite").it(
    "are found by reading once what is covered, also where hardly any position names a website",
    async () => {
      const { id: contractId } = await sign();
      for (let number = 0; number < 30; number += 1)
        await createRecord(api, "contractItem", { contractId, label: `Pflege ${number}` });
      const { db } = office.services;
      await sql`analyze`.execute(db);
      const { rows } = await sql<{ detail: string }>`explain query plan
      select * from (${finders.uncoveredWebsite("2026-11-20")})`.execute(db);
      const plan = rows.map(({ detail }) => detail).join("; ");
      expect(plan).toContain("LIST SUBQUERY");
      expect(plan).not.toContain("CORRELATED");
    },
  );

  test("come as a file with their estimates", async () => {
    await createRecord(api, "domain", { name: "teuer.example", customerId, costCents: 1200 });
    const { person: _, ...context } = await office.contextOf(jana);
    const { name, total, pages } = await openGapExport({ ...context, person: jana });
    expect([name, total]).toEqual(["Vertragslücken", 1]);
    for await (const rows of pages())
      expect(rows[0]?.slice(1, 4)).toEqual([
        { kind: "text", text: "teuer.example" },
        { kind: "text", text: "Amsel" },
        { kind: "number", value: 12, decimals: 2 },
      ]);
  });
});
