import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type NewChangeEvent, recordChangeEvents } from "../../../server/features/change-events/record.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let jana: Person;
let api: Api;
let customerId: string;

const notice = (event: NewChangeEvent) =>
  transact(systemContext(portal.portal.services), (tx) => recordChangeEvents(tx, [event]));

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen", role: "admin" });
  api = await apiOf(portal, jana);
  customerId = (await createRecord(api, "customer", { name: "Weingut Amsel" })).id;
  const site = await createRecord(api, "website", { url: "https://amsel.example/", name: "Amsel Shop", customerId });
  const domain = await createRecord(api, "domain", { name: "weingut-amsel.de", customerId });
  const foreign = await createRecord(api, "domain", { name: "fremd.de" });
  const changed = (id: string, after: string): NewChangeEvent => {
    const target = { type: "domain", id } as const;
    return { source: "dns", kind: "nameservers", target, before: ["ns1.alt.example"], after: [after] };
  };
  await notice(changed(domain.id, "ns1.ueberraschend.example"));
  await notice(changed(foreign.id, "ns1.fremd.example"));
  const { version } = await api.domain.get({ id: domain.id });
  const movingUntil = addDays(portalDate(portal.portal.services.now()), 3);
  await api.domain.update({ params: { id: domain.id }, body: { movingUntil }, version });
  await notice(changed(domain.id, "ns1.geplant.example"));
  const before = await api.website.get({ id: site.id });
  await api.website.update({ params: { id: site.id }, body: { backupTool: "UpdraftPlus" }, version: before.version });
});
afterAll(() => portal.stop());

const row = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });

test("a customer's timeline tells of all its records what people did and what machines noticed", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/customers/${customerId}/timeline`);
  const surprise = row(page, "ns1.ueberraschend.example");
  await surprise.getByText("ungeplant").waitFor();
  await surprise.getByRole("link", { name: "weingut-amsel.de" }).waitFor();
  await row(page, "ns1.geplant.example").getByText("geplant", { exact: true }).waitFor();
  const byPerson = row(page, /Jana Petersen.*Website geändert: Backup-Werkzeug/);
  await byPerson.getByRole("link", { name: "Amsel Shop" }).waitFor();
  expect(await page.getByText("ns1.fremd.example").count()).toBe(0);

  await page.getByText("Nur Ungeplantes").click();
  await row(page, "ns1.geplant.example").waitFor({ state: "detached" });
  await byPerson.waitFor({ state: "detached" });
  await surprise.waitFor();
  await page.reload();
  await surprise.waitFor();
  expect(await row(page, "ns1.geplant.example").count()).toBe(0);
});

test("the dashboard tells what machines noticed at all records, and narrows it to what nobody had planned", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/");
  const feed = page.getByRole("region", { name: "Bemerkte Änderungen" });
  for (const name of ["ueberraschend", "geplant", "fremd"]) await row(page, `ns1.${name}.example`).waitFor();
  expect(await feed.getByText("Backup-Werkzeug").count()).toBe(0);
  await feed.getByRole("switch", { name: "Nur Ungeplantes" }).click();
  await row(page, "ns1.geplant.example").waitFor({ state: "detached" });
  await row(page, "ns1.fremd.example").waitFor();
});
