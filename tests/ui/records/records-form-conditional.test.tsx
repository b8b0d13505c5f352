// @vitest-environment happy-dom
import { fireEvent, queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceHint } from "../../../app/features/devices/field-hint.ts";
import { RecordForm } from "../../../app/records/form/record-form.tsx";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  api = await office.as(jana);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const sentences = (host: HTMLElement) =>
  queryAllByRole(host.querySelector("form") ?? host, "listitem").map((each) => each.textContent);

async function openEdit(of: RecordType, id: string) {
  const record = await api[of].get({ id });
  const hint = of === "device" ? deviceHint : undefined;
  return openPage(office, jana, <RecordForm type={of} hint={hint} record={record} />);
}

describe("a field that depends on another one", () => {
  test("comes with what it belongs to and is needed then", async () => {
    const { host, calls } = await openPage(office, jana, <RecordForm type="domain" />);
    await type(field(host, "Domain"), "amsel.example");
    expect(field(host, "Ziel")).toBeNull();
    await choose(field(host, "Verwendung"), "redirect");
    await click(button(host, "Domain anlegen"));
    await until(() => expect(sentences(host)).toEqual(["Ziel: Pflichtfeld."]));
    await until(() => expect(document.activeElement).toBe(field(host, "Ziel")));
    expect(calls.map(({ path }) => path)).not.toContain("domain.create");
  });

  test("holds nothing once it is out of sight, whatever was typed", async () => {
    const { host, pathname } = await openPage(office, jana, <RecordForm type="domain" />);
    await type(field(host, "Domain"), "amsel.example");
    await choose(field(host, "Verwendung"), "redirect");
    await type(field(host, "Ziel"), "keine Adresse");
    await choose(field(host, "Verwendung"), "parked");
    expect(field(host, "Ziel")).toBeNull();
    await click(button(host, "Domain anlegen"));
    await until(() => expect(pathname()).toMatch(/^\/domains\//));
    const { data } = await api.domain.list({});
    expect(data).toHaveLength(1);
    expect(data[0]?.values).toMatchObject({ purpose: "parked", redirectTarget: null });
  });

  test("gives way to several customers", async () => {
    const { host } = await openPage(office, jana, <RecordForm type="host" />);
    expect(field(host, "Kunde")).toBeTruthy();
    await click(field(host, "Mehrere Kunden"));
    expect(field(host, "Kunde")).toBeNull();
  });
});

describe("a rule over several fields", () => {
  test("speaks when one of them is left, and falls silent with the other", async () => {
    const { id } = await createRecord(api, "contract", { startAt: "2026-01-01" });
    const { host } = await openEdit("contract", id);
    await type(field(host, "Vertragsende"), "2025-12-31");
    fireEvent.blur(field(host, "Vertragsende"));
    const sentence = "Vertragsende: Datum liegt vor dem Startdatum.";
    await until(() => expect(sentences(host)).toEqual([sentence]));
    await type(field(host, "Beginn"), "2025-01-01");
    fireEvent.blur(field(host, "Beginn"));
    await until(() => expect(sentences(host)).toEqual([]));
    await type(field(host, "Beginn"), "2026-02-01");
    fireEvent.blur(field(host, "Beginn"));
    await until(() => expect(sentences(host)).toEqual([sentence]));
  });

  test("speaks on saving at a field that nobody touched, and sends nothing", async () => {
    const { id } = await createRecord(api, "customer", { billingZip: "1010", billingCountry: "AT" });
    const { host, calls } = await openEdit("customer", id);
    await type(field(host, "Land (Rechnung)"), "Deutschland");
    fireEvent.blur(field(host, "Land (Rechnung)"));
    await click(button(host, "Speichern"));
    await until(() => expect(sentences(host)).toEqual(["PLZ (Rechnung): PLZ passt nicht zum Land."]));
    expect(calls.map(({ path }) => path)).not.toContain("customer.update");
  });
});

describe("the warranty of a device", () => {
  test("says what it comes to", async () => {
    const { id } = await createRecord(api, "device", { purchasedAt: "2026-01-31", warrantyMonths: 24 });
    const { host } = await openEdit("device", id);
    await type(field(host, "Garantie (Monate)"), "36");
    expect(host.textContent).toContain("Wird beim Speichern zu 31.01.2029.");
    await type(field(host, "Garantie bis"), "");
    expect(host.textContent).toContain("Ergibt 31.01.2029.");
    for (const text of ["viele", "99999999999"]) await type(field(host, "Garantie (Monate)"), text);
    expect(host.textContent).not.toContain("Ergibt");
  });
});
