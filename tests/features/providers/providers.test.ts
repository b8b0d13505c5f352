import { beforeEach, describe, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const archivedBy = "maintainer" as const;

describeRecordCommands("provider", {
  archivedBy,
  change: { customerNo: "N-4711", avvSignedAt: "2026-01-15" },
  wrong: [
    ["name", ""],
    ["website", "nordlicht"],
    ["supportEmail", "hilfe"],
    ["supportPhone", "abc"],
  ],
});

describeRecordCommands("registrar", {
  archivedBy,
  change: { website: "https://nordlicht.example" },
  wrong: [["name", "x".repeat(121)]],
});

describeRecordCommands("registrarAccount", {
  archivedBy,
  change: { username: "agentur", defaultNoticeDays: 30 },
  wrong: [
    ["name", ""],
    ["registrarId", null],
    ["defaultPeriodMonths", 0],
    ["credentialsRef", "mein Passwort"],
  ],
});

describeRecordCommands("deviceCategory", {
  archivedBy,
  change: { needsSerial: true, defaultWarrantyMonths: 36 },
  wrong: [
    ["name", ""],
    ["defaultAuditMonths", 601],
  ],
});

describeRecordCommands("location", {
  archivedBy,
  change: { kind: "storage", address: "Hafenstraße 4, Kiel" },
  wrong: [
    ["name", ""],
    ["kind", "mond"],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
});

test.each(["provider", "registrar", "deviceCategory", "location"] as const)(
  "the name of a %s belongs to one active entry",
  async (type) => {
    const first = await createRecord(api, type, { name: "Nordlicht" });
    const refused = { code: "CONFLICT", existing: { type, id: first.id } };
    expect(await refusalOf(createRecord(api, type, { name: "Nordlicht" }))).toMatchObject(refused);
    await api[type].archive({ id: first.id });
    await createRecord(api, type, { name: "Nordlicht" });
    expect(await refusalOf(api[type].restore({ id: first.id }))).toMatchObject({ code: "CONFLICT" });
  },
);

test("accounts of the same name belong to different registrars", async () => {
  const one = await createRecord(api, "registrarAccount", { name: "Agentur" });
  const { registrarId } = (await api.registrarAccount.get({ id: one.id })).values;
  const same = { name: "Agentur", registrarId: (registrarId as { id: string }).id };
  expect(await refusalOf(createRecord(api, "registrarAccount", same))).toMatchObject({
    code: "CONFLICT",
    existing: { type: "registrarAccount", id: one.id },
    fields: { "body.name": [expect.stringContaining("Agentur")] },
  });
  await createRecord(api, "registrarAccount", { name: "Agentur" });
});

describe("how often a value is used", () => {
  test("counts active records", async () => {
    const provider = await createRecord(api, "provider");
    const host = await createRecord(api, "host", { providerId: provider.id });
    await createRecord(api, "host", { providerId: provider.id });
    const hostCount = async () => (await api.provider.get({ id: provider.id })).values.hostCount;
    expect(await hostCount()).toBe(2);
    await api.host.archive({ id: host.id });
    expect(await hostCount()).toBe(1);
  });

  test("is told for registrars by their accounts and for accounts by their domains", async () => {
    const account = await createRecord(api, "registrarAccount");
    await createRecord(api, "domain", { registrarAccountId: account.id });
    const { values } = await api.registrarAccount.get({ id: account.id });
    expect(values.domainCount).toBe(1);
    const registrarId = (values.registrarId as { id: string }).id;
    expect((await api.registrar.get({ id: registrarId })).values.accountCount).toBe(1);
  });

  test("stays with what uses it after it is archived", async () => {
    const provider = await createRecord(api, "provider", { name: "Nordlicht" });
    const host = await createRecord(api, "host", { providerId: provider.id });
    await api.provider.archive({ id: provider.id });
    expect((await api.host.get({ id: host.id })).values.providerId).toMatchObject({ label: "Nordlicht" });
    expect(await api.provider.options({ search: "Nordlicht" })).toEqual([]);
    await api.host.update({ params: { id: host.id }, body: { os: "Debian" } });
  });
});
