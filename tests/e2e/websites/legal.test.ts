import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { openSiteInternet, type SiteInternet, startPage } from "../../support/discoveries/site-internet.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let internet: SiteInternet;
let portal: TestPortal;
let jana: Person;
let api: Api;
let customerId: string;
let websiteId: string;

const imprint = `<title>Impressum</title><p>Angaben gemäß § 5 TMG. Amsel GmbH, Vogelweg 1, 20095 Hamburg. Vertreten durch
  Anna Amsel. E-Mail post@amsel.example, Telefon 040 1234567, Registergericht Hamburg.</p>`;

beforeAll(async () => {
  internet = await openSiteInternet();
  internet.sites.set("amsel.example", { pages: { "/": startPage("Amsel"), "/impressum": imprint } });
  portal = await startTestPortal({ pages: "built", detourOf: internet.detourOf });
  askReservedNames(true);
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  api = await apiOf(portal, jana);
  customerId = (await createRecord(api, "customer", { name: "Amsel GmbH" })).id;
  const values = { url: "https://amsel.example/", name: "Amsel", kind: "company", customerId };
  websiteId = (await createRecord(api, "website", values)).id;
  const { services } = portal.portal;
  await deriveLookups(services, ["legal"]);
  const tools = {
    openDns: (allowedNetworks: readonly string[]) =>
      openDns({ ...internetDns, roots: [], allowedNetworks, now: services.now }),
    rdapServerOf: () => undefined,
  };
  expect(await runDueLookups(services, tools, { kinds: ["legal"] })).toBe(1);
  // Added after the run: nobody has looked at it.
  await createRecord(api, "website", { url: "https://fink.example/", name: "Fink", customerId });
});
afterAll(async () => {
  await portal.stop();
  await internet.close();
  askReservedNames(false);
});

const title = "Telemediengesetz (TMG) genannt";
const finding = (page: Page) => page.getByRole("listitem").filter({ hasText: title });
const accepted = (page: Page) => page.getByText("Akzeptiert (1)");

test("a finding is read with its evidence, accepted and opened again, which others see at once, and becomes a task", async () => {
  const page = await openBrowser(portal, { person: jana });
  const other = await openBrowser(portal, { person: await portal.hire({ name: "Timo Brandt" }) });
  await visitLive(other, `/websites/${websiteId}/legal`);
  await finding(other).waitFor();

  await visit(page, `/websites/${websiteId}`);
  await page.getByRole("link", { name: "Rechtliches", exact: true }).click();
  await finding(page).getByText("Beleg und Grundlage").click();
  await finding(page)
    .getByText(/gemäß § 5 TMG/)
    .first()
    .waitFor();
  await finding(page).getByRole("link", { name: "https://amsel.example/impressum" }).waitFor();

  await finding(page).getByRole("button", { name: "Akzeptieren" }).click();
  const dialog = page.getByRole("dialog", { name: "Auffälligkeit akzeptieren" });
  await dialog.getByRole("textbox").fill("Text kommt vom Anwalt.");
  await dialog.getByRole("button", { name: "Akzeptieren" }).click();
  await dialog.waitFor({ state: "detached" });
  await accepted(other).click();
  await other.getByText(/von Jana Petersen: Text kommt vom Anwalt\./).waitFor();

  await accepted(page).click();
  await finding(page).getByRole("button", { name: "Wieder öffnen" }).click();
  await toast(page, "Wieder offen.").waitFor();
  await accepted(other).waitFor({ state: "detached" });
  await finding(other).waitFor();

  await finding(page).getByRole("button", { name: "Aufgabe" }).click();
  const task = page.getByRole("dialog", { name: "Neue Aufgabe" });
  await task.getByText("Zu „Amsel“").waitFor();
  await task.getByRole("button", { name: "Speichern" }).click();
  await task.waitFor({ state: "detached" });
  expect((await api.task.list({})).data.map((each) => each.title)).toEqual([`${title}: Amsel`]);
});

test("websites are found by what is open of them, and a customer's tab leads there and into a file", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/websites");
  await page.getByRole("rowheader", { name: "Fink" }).waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("textbox", { name: "Feld suchen" }).fill("Rechtliche Befunde");
  await page.getByRole("button", { name: "Rechtliche Befunde", exact: true }).click();
  await page.getByRole("textbox", { name: "Rechtliche Befunde" }).fill("TMG");
  await page.getByText("1–1 von 1").waitFor();
  await page.getByRole("rowheader", { name: "Amsel" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export" }).click();
  const [ofList] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Rechtliche Befunde als Excel-Tabelle" }).click(),
  ]);
  expect(ofList.suggestedFilename()).toMatch(/^Rechtliche Auffälligkeiten .*\.xlsx$/);
  expect(decodeURIComponent(ofList.url())).toContain("f[legalRules]=contains:TMG");

  await visit(page, `/customers/${customerId}/legal`);
  await page.getByText("1 Website noch nicht geprüft: Fink").waitFor();
  const [ofCustomer] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "XLSX" }).click(),
  ]);
  expect(decodeURIComponent(ofCustomer.url())).toContain(`f[customerId]=oneOf:${customerId}`);
  await finding(page).getByRole("link", { name: "Amsel" }).click();
  await page.waitForURL(`**/websites/${websiteId}/legal`);
});

test("both tabs fit a phone", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const path of [`/websites/${websiteId}/legal`, `/customers/${customerId}/legal`]) {
    await visit(page, path);
    await finding(page).getByText("Beleg und Grundlage").click();
    await finding(page)
      .getByText(/gemäß § 5 TMG/)
      .first()
      .waitFor();
    await expect.poll(width).toBeLessThanOrEqual(phone.width);
  }
});
