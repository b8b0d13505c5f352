import { beforeEach, describe, expect, test } from "vitest";
import { isThirdCountry } from "../../../contract/values/third-country.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("host", {
  change: { ips: ["203.0.113.24", "2001:db8::24"], country: "FI", lifecycle: "replacing" },
  hidden: { costCents: 4990 },
  wrong: [
    ["name", ""],
    ["name", "x".repeat(81)],
    ["providerId", null],
    ["hostname", "web 03"],
    ["ips", ["203.0.113.999"]],
    ["country", "Mond"],
    ["sshPort", 70_000],
    ["ramMb", -1],
    ["credentialsRef", "password=geheim"],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

test("a host name belongs to one active host", async () => {
  const first = await createRecord(api, "host", { name: "web03", hostname: "web03.agentur.example" });
  expect(await refusalOf(createRecord(api, "host", { hostname: "WEB03.agentur.example" }))).toMatchObject({
    code: "CONFLICT",
    existing: { type: "host", id: first.id },
  });
});

test("what a host costs and brings comes by the month, and its last day from its term", async () => {
  const { id } = await createRecord(api, "host", {
    costCents: 12_000,
    billing: "yearly",
    renewsAt: "2027-01-31",
    noticeDays: 31,
  });
  const contract = await createRecord(api, "contract", { cycle: "quarterly" });
  await createRecord(api, "contractItem", { contractId: contract.id, hostId: id, unitPriceCents: 9_000 });
  expect((await api.host.get({ id })).values).toMatchObject({
    monthlyCostCents: 1_000,
    monthlyRevenueCents: 3_000,
    cancelBy: "2026-12-31",
  });
});

describe("an address that another host has, too", () => {
  test("is nothing that strangers learn", async () => {
    const stranger = await office.as();
    expect(await refusalOf(stranger.host.sharedAddresses({ ips: ["203.0.113.24"] }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  test("is told and not refused, in whatever form it is typed", async () => {
    const first = await createRecord(api, "host", { name: "web03", ips: ["203.0.113.24", "2001:db8::24"] });
    const second = await createRecord(api, "host", { name: "web04", ips: ["203.0.113.24"] });
    const ips = ["203.0.113.24", "2001:0DB8:0:0:0:0:0:24", "198.51.100.1", "203.0.113", ""];
    expect(await api.host.sharedAddresses({ ips, exceptId: second.id })).toEqual([
      { ip: "203.0.113.24", host: { id: first.id, label: "web03" } },
      { ip: "2001:db8::24", host: { id: first.id, label: "web03" } },
    ]);
  });

  test("does not count hosts that are switched off or archived, nor the host itself", async () => {
    const ips = ["203.0.113.24"];
    await createRecord(api, "host", { ips, lifecycle: "shutDown" });
    const gone = await createRecord(api, "host", { ips });
    await api.host.archive({ id: gone.id });
    const own = await createRecord(api, "host", { ips });
    expect(await api.host.sharedAddresses({ ips, exceptId: own.id })).toEqual([]);
    expect(await api.host.sharedAddresses({ ips: [] })).toEqual([]);
  });
});

test.each([
  ["DE", false],
  ["AT", false],
  ["NO", false],
  ["LI", false],
  ["CH", true],
  ["GB", true],
  ["US", true],
])("%s as a place of personal data: third country %s", (code, isThird) => {
  expect(isThirdCountry(code)).toBe(isThird);
});
