import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { importAll } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let maren: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ role: "admin" });
  api = await office.as(maren);
});

const target = "https://www.amsel.example";
const onlyForRedirects = "Ziel: Gilt nur bei Verwendung „Weiterleitung“.";

describe("a field that depends on another one", () => {
  it("is refused where it means nothing", async () => {
    expect(await refusalOf(createRecord(api, "domain", { redirectTarget: target }))).toMatchObject({
      fields: { "body.redirectTarget": [onlyForRedirects] },
    });
    const customer = await createRecord(api, "customer");
    const host = createRecord(api, "host", { shared: true, customerId: customer.id });
    expect(await refusalOf(host)).toMatchObject({
      fields: { "body.customerId": [expect.any(String)] },
    });
    expect((await api.domain.list({})).totalItems + (await api.host.list({})).totalItems).toBe(0);
  });

  it("is refused in an update, too, whichever of the two is stored", async () => {
    const { id } = await createRecord(api, "domain");
    expect(await refusalOf(api.domain.update({ params: { id }, body: { redirectTarget: target } }))).toMatchObject({
      fields: { "body.redirectTarget": [onlyForRedirects] },
    });
  });

  it("is emptied when the other one changes, and history keeps it", async () => {
    const { id } = await createRecord(api, "domain", { purpose: "redirect", redirectTarget: target });
    await api.domain.update({ params: { id }, body: { purpose: "website" } });
    expect((await api.domain.get({ id })).values).toMatchObject({ purpose: "website", redirectTarget: null });
    const change = await office.services.db
      .selectFrom("changes")
      .select("beforeJson")
      .where("subjectId", "=", id)
      .where("version", "=", 2)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(change.beforeJson ?? "")).toEqual({ purpose: "redirect", redirectTarget: target });
  });

  it("leaves a host that gets several customers without one of its own", async () => {
    const customer = await createRecord(api, "customer");
    const { id } = await createRecord(api, "host", { customerId: customer.id });
    await api.host.updateMany({ selection: { ids: [id] }, body: { shared: true } });
    expect((await api.host.get({ id })).values).toMatchObject({ shared: true, customerId: null });
  });

  it("tells an import what the other one is, of what is new", async () => {
    const bytes = `Domain;Ziel\nneu.example;${target}\n`;
    await importAll(office, maren, { type: "domain", bytes });
    const { data } = await api.domain.list({});
    expect(data.map(({ values }) => values)).toEqual([
      expect.objectContaining({ purpose: "redirect", redirectTarget: target }),
    ]);
  });
});

describe("the serial number of a device", () => {
  const needed = "Seriennummer: Ist bei Kategorie „Drohne“ nötig.";

  it("is needed where its category says so", async () => {
    const { id: categoryId } = await createRecord(api, "deviceCategory", { name: "Drohne", needsSerial: true });
    const fields = { "body.serial": [needed] };
    expect(await refusalOf(createRecord(api, "device", { categoryId }))).toMatchObject({ fields });
    const device = await createRecord(api, "device", { categoryId, serial: "SN-1" });
    const params = { id: device.id };
    expect(await refusalOf(api.device.update({ params, body: { serial: null } }))).toMatchObject({ fields });
    const other = await createRecord(api, "device");
    const moved = api.device.update({ params: { id: other.id }, body: { categoryId } });
    expect(await refusalOf(moved)).toMatchObject({ fields });
    expect(await api.device.update({ params, body: { serial: "SN-2" } })).toMatchObject({ version: 2 });
  });

  it("keeps no device from being edited that was there before", async () => {
    const { id: categoryId } = await createRecord(api, "deviceCategory", { name: "Drohne" });
    const { id } = await createRecord(api, "device", { categoryId });
    await api.deviceCategory.update({ params: { id: categoryId }, body: { needsSerial: true } });
    expect(await api.device.update({ params: { id }, body: { model: "X1" } })).toMatchObject({ version: 2 });
  });
});

describe("the warranty of a device", () => {
  const purchasedAt = "2026-01-31";
  const warrantyOf = async (id: string) => {
    const { warrantyMonths, warrantyUntil } = (await api.device.get({ id })).values;
    return { warrantyMonths, warrantyUntil };
  };

  it.each([
    [{ warrantyMonths: 1 }, { warrantyMonths: 1, warrantyUntil: "2026-02-28" }],
    [{ warrantyUntil: "2028-01-31" }, { warrantyMonths: 24, warrantyUntil: "2028-01-31" }],
    [{ warrantyUntil: "2028-01-30" }, { warrantyMonths: 23, warrantyUntil: "2028-01-30" }],
    [{ warrantyUntil: "2026-02-10" }, { warrantyMonths: null, warrantyUntil: "2026-02-10" }],
    [
      { warrantyMonths: 24, warrantyUntil: "2029-12-31" },
      { warrantyMonths: 24, warrantyUntil: "2029-12-31" },
    ],
  ])("of %j is %j", async (body, expected) => {
    const { id } = await createRecord(api, "device", { purchasedAt, ...body });
    expect(await warrantyOf(id)).toEqual(expected);
  });

  it.each([
    [{ warrantyMonths: 36 }, { warrantyMonths: 36, warrantyUntil: "2029-01-31" }],
    [{ warrantyUntil: "2027-01-31" }, { warrantyMonths: 12, warrantyUntil: "2027-01-31" }],
    [{ purchasedAt: "2026-03-15" }, { warrantyMonths: 24, warrantyUntil: "2028-03-15" }],
    [{ warrantyMonths: null }, { warrantyMonths: 24, warrantyUntil: "2028-01-31" }],
    [{ model: "X1" }, { warrantyMonths: 24, warrantyUntil: "2028-01-31" }],
  ])("follows %j", async (body, expected) => {
    const { id } = await createRecord(api, "device", { purchasedAt, warrantyMonths: 24 });
    await api.device.update({ params: { id }, body });
    expect(await warrantyOf(id)).toEqual(expected);
  });
});
