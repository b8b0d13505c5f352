// @vitest-environment happy-dom
import { getByRole, getByText, queryByRole, queryByText } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CustomerLegalTab } from "../../../app/features/legal/customer-legal-tab.tsx";
import { LegalTab } from "../../../app/features/legal/legal-tab.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, type } from "../../support/browser/render.tsx";
import { keepLegalRun } from "../../support/legal/found.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;
let customerId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  api = await office.as(jana);
  customerId = (await createRecord(api, "customer", { name: "Amsel GmbH" })).id;
});
afterEach(() => vi.unstubAllGlobals());

const site = async (name: string) =>
  (await createRecord(api, "website", { url: `https://${name}.example/`, name, customerId })).id;

async function openTab(person = jana) {
  const customer = await api.customer.get({ id: customerId });
  const { host } = await openPage(
    office,
    person,
    <>
      <CustomerLegalTab customer={customer} />
      <ModalHost />
    </>,
  );
  await until(() => expect(host.textContent).toContain("keine Rechtsberatung"));
  return host;
}

test("nothing open is not said of websites that nobody could check or has looked at", async () => {
  const [fink, meise] = [await site("fink"), await site("meise")];
  await keepLegalRun(office, fink, { uncheckable: "Die Website verlangt eine Anmeldung." });
  const host = await openTab();
  expect(host.textContent).not.toContain("ist nichts offen");
  expect(host.textContent).toContain("1 Website nicht prüfbar: fink");
  expect(host.textContent).toContain("1 Website noch nicht geprüft: meise");
  expect(getByRole(host, "link", { name: "fink" }).getAttribute("href")).toBe(`/websites/${fink}/legal`);
  expect(getByRole(host, "link", { name: "meise" }).getAttribute("href")).toBe(`/websites/${meise}/legal`);
});

test("more unknown websites than are named lead to their list", async () => {
  for (let at = 10; at < 22; at += 1) await site(`seite-${at}`);
  const host = await openTab();
  const more = getByRole(host, "link", { name: "2 weitere" }).getAttribute("href");
  expect(decodeURIComponent(more ?? "")).toBe(`/websites?f[customerId]=oneOf:${customerId}&f[legalState]=missing`);
});

test("the findings of the customer are downloaded by those who may export", async () => {
  await keepLegalRun(office, await site("amsel"));
  const host = await openTab();
  const url = getByRole(host, "link", { name: "XLSX" }).getAttribute("href");
  expect(decodeURIComponent(url ?? "")).toBe(`/api/export/legal.xlsx?f[customerId]=oneOf:${customerId}`);
  const other = await openTab(await office.hire({ role: "readonly" }));
  expect(queryByRole(other, "link", { name: "XLSX" })).toBeNull();
});

test("accepting the only finding of the last page leads back to the page before", async () => {
  const id = await site("amsel");
  const at = office.services.now().toISOString();
  const row = (part: number) => ({
    ...{ id: newId(), websiteId: id, rule: "cookies-tracking", part: String(part).padStart(2, "0") },
    ...{ level: "warn" as const, text: `Cookie ${part}`, pageUrl: "https://a.example/", evidenceJson: "{}" },
    ...{ firstSeenAt: at, lastSeenAt: at, goneAt: null, acceptedAt: null, acceptedById: null, acceptedReason: null },
  });
  await office.services.db
    .insertInto("legalFindings")
    .values(Array.from({ length: 51 }, (_, part) => row(part)))
    .execute();
  const host = await openTab();
  await click(button(host, "Nächste Seite"));
  await until(() => getByText(host, "Cookie 50"));
  await click(button(host, "Akzeptieren"));
  const dialog = () => document.body.querySelector('[role="dialog"]') as HTMLElement;
  await until(() => expect(dialog()).not.toBeNull());
  await type(getByRole(dialog(), "textbox") as HTMLTextAreaElement, "Bleibt so, ist geklärt");
  await click(button(dialog(), "Akzeptieren"));
  await until(() => expect(host.textContent).toContain("50 offen"));
  await until(() => getByText(host, "Cookie 0"));
});

test("what was found at an archived website stands there to read and not to decide", async () => {
  const id = await site("amsel");
  await keepLegalRun(office, id);
  await api.website.archive({ id, version: (await api.website.get({ id })).version });
  const { host } = await openPage(office, jana, <LegalTab website={await api.website.get({ id })} />);
  await until(() => getByText(host, "Telemediengesetz (TMG) genannt"));
  expect(host.textContent).toContain("Die Website ist archiviert.");
  expect(host.textContent).not.toContain("unauffällig.");
  expect(queryByText(host, "Akzeptieren")).toBeNull();
  expect(queryByText(host, "Aufgabe")).toBeNull();
});
