import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { closeByEscape, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { aPdf } from "../../support/browser/pictures.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let jana: Person;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
});
afterAll(() => portal.stop());

const labelled = (name: string) => new RegExp(`^${name}( optional| automatisch| Pflichtfeld)?$`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const contact = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ hasText: name, has: page.getByRole("button", { name: `Aktionen für ${name}` }) });
const tab = (page: Page, name: RegExp) => page.getByRole("main").getByRole("link", { name });

async function createCustomer(page: Page, name: string): Promise<string> {
  await visit(page, "/customers/new");
  await page.getByLabel(labelled("Firma / Name")).fill(name);
  await press(page, "Kunde anlegen");
  await page.waitForURL(/\/customers\/(?!new)/);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

async function addContact(page: Page, firstName: string, lastName: string, isPrimary = false): Promise<void> {
  await press(page, "Kontakt hinzufügen");
  const dialog = page.getByRole("dialog", { name: "Kontakt hinzufügen" });
  await dialog.getByLabel(labelled("Vorname")).fill(firstName);
  await dialog.getByLabel(labelled("Nachname")).fill(lastName);
  if (isPrimary) {
    await dialog.getByRole("button", { name: "Weitere Angaben" }).click();
    await dialog.getByLabel("Hauptkontakt").check();
  }
  await dialog.getByRole("button", { name: "Ansprechpartner anlegen" }).click();
  await dialog.waitFor({ state: "detached" });
  await contact(page, `${firstName} ${lastName}`).waitFor();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Aktionen für ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
}

async function chooseIn(page: Page, field: string, option: string): Promise<void> {
  const dialog = page.getByRole("dialog").last();
  await dialog.getByRole("combobox", { name: labelled(field) }).fill(option);
  await dialog.getByRole("option", { name: option }).first().click();
}

test("a customer gets contacts, of whom one is asked first", async () => {
  const page = await openBrowser(portal, { person: jana });
  await createCustomer(page, "Weingut Amsel GmbH");
  await tab(page, /^Ansprechpartner/).click();
  await page.getByText("Noch keine Ansprechpartner.").waitFor();
  await addContact(page, "Anna", "Amsel");
  await contact(page, "Anna Amsel").getByText("Hauptkontakt").waitFor();
  await addContact(page, "Bernd", "Drossel", true);
  await contact(page, "Bernd Drossel").getByText("Hauptkontakt").waitFor();
  await expect.poll(() => contact(page, "Anna Amsel").getByText("Hauptkontakt").count()).toBe(0);

  await choose(page, "Bernd Drossel", "Nicht mehr im Unternehmen");
  await contact(page, "Bernd Drossel")
    .getByText(/^Nicht mehr im Unternehmen seit/)
    .waitFor();
  await contact(page, "Anna Amsel").getByText("Hauptkontakt").waitFor();

  await choose(page, "Bernd Drossel", "Archivieren");
  await contact(page, "Bernd Drossel").waitFor({ state: "detached" });
  await press(page, "Archiv");
  await contact(page, "Bernd Drossel").waitFor();
});

test("the files of a contact are in a dialog of its own row", async () => {
  const page = await openBrowser(portal, { person: jana });
  await createCustomer(page, "Kanzlei Star");
  await tab(page, /^Ansprechpartner/).click();
  await addContact(page, "Stella", "Star");
  const dialog = page.getByRole("dialog", { name: "Dateien: Stella Star" });
  await choose(page, "Stella Star", "Dateien …");
  await dialog.getByText("Noch keine Dateien.").waitFor();
  await dialog
    .getByLabel("Dateien auswählen")
    .setInputFiles({ name: "Vollmacht.pdf", mimeType: "application/pdf", buffer: Buffer.from(aPdf) });
  const downloadLink = dialog.getByRole("link", { name: "Vollmacht.pdf herunterladen" });
  await downloadLink.waitFor();
  await closeByEscape(dialog);

  await choose(page, "Stella Star", "Dateien …");
  const [download] = await Promise.all([page.waitForEvent("download"), downloadLink.click()]);
  expect(download.suggestedFilename()).toBe("Vollmacht.pdf");
  expect(readFileSync(await download.path())).toEqual(Buffer.from(aPdf));

  const reader = await openBrowser(portal, { person: await portal.hire({ role: "readonly" }) });
  await visit(reader, new URL(page.url()).pathname);
  await choose(reader, "Stella Star", "Dateien …");
  await reader.getByRole("link", { name: "Vollmacht.pdf herunterladen" }).waitFor();
  await expect.poll(() => reader.getByRole("button", { name: "Vollmacht.pdf entfernen" }).count()).toBe(0);

  await dialog.getByRole("button", { name: "Vollmacht.pdf entfernen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entfernen" }).click();
  await dialog.getByText("Noch keine Dateien.").waitFor();
});

test("a contract covers a website and keeps its customer out of the archive", async () => {
  const page = await openBrowser(portal, { person: jana, expected: [/^412 POST .*archive/, /<< mutation/] });
  await visit(page, "/websites/new");
  await page.getByLabel(labelled("Adresse")).fill("https://www.saegewerk-buche.example/");
  await press(page, "Website anlegen");
  await page.waitForURL(/\/websites\/(?!new)/);
  const website = new URL(page.url()).pathname;
  const customer = await createCustomer(page, "Sägewerk Buche");

  await tab(page, /^Verträge/).click();
  await press(page, "Vertrag anlegen");
  const dialog = page.getByRole("dialog", { name: "Vertrag anlegen" });
  await dialog.getByLabel(labelled("Vertragsnummer")).fill("V-2026-001");
  await dialog.getByLabel(labelled("Titel")).fill("Wartung und Pflege");
  const more = dialog.getByRole("button", { name: "Weitere Angaben" });
  if (await more.count()) await more.click();
  await dialog.getByLabel(labelled("Beginn")).fill("2026-01-01");
  await dialog.getByRole("button", { name: "Vertrag anlegen" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Wartung und Pflege", level: 3 }).waitFor();

  await page.getByRole("button", { name: /^Position hinzufügen/ }).click();
  const position = page.getByRole("dialog", { name: "Position hinzufügen" });
  await position.getByLabel(labelled("Position")).fill("Updates und Sicherung");
  await position.getByLabel(labelled("Menge")).fill("2");
  await position.getByLabel(labelled("Einzelpreis")).fill("49,50");
  const rest = position.getByRole("button", { name: "Weitere Angaben" });
  if (await rest.count()) await rest.click();
  await chooseIn(page, "Website", "saegewerk-buche.example");
  await position.getByRole("button", { name: "Vertragsposition anlegen" }).click();
  await position.waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: "Updates und Sicherung" });
  await row.getByText("99,00 €").waitFor();
  await page.getByText("99,00 € monatlich").waitFor();

  await page.getByRole("button", { name: "Mehr zu Sägewerk Buche" }).click();
  await page.getByRole("menuitem", { name: "Archivieren" }).click();
  await page.getByText("Der Kunde hat noch einen aktiven Vertrag.", { exact: true }).waitFor();

  await visit(page, website);
  const relations = page.getByRole("complementary", { name: "Beziehungen" });
  await relations.getByText("Updates und Sicherung").waitFor();
  await page.getByText("Wartung und Pflege").first().waitFor();

  const member = await openBrowser(portal, { person: await portal.hire({ name: "Timo Lang" }) });
  await visit(member, `${customer}/contracts`);
  await member.getByRole("row").filter({ hasText: "Updates und Sicherung" }).waitFor();
  await expect.poll(() => member.getByText("99,00").count()).toBe(0);
});

test("a phone shows contacts and contracts without scrolling sideways", async () => {
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  const path = await createCustomer(page, "Haus am Schleusenwärterweg Betriebsgesellschaft mbH");
  await visit(page, `${path}/contacts`);
  await addContact(page, "Marie-Luise", "Hohenstein-Friedrichsen");
  await visit(page, `${path}/contracts`);
  await page.getByText("Noch keine Verträge.").waitFor();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
});

test("two customers become one from the list, the old address leads on, and it can be undone", async () => {
  const page = await openBrowser(portal, { person: jana });
  const gone = await createCustomer(page, "Zaunkönig Weine");
  await tab(page, /^Ansprechpartner/).click();
  await addContact(page, "Zora", "Zaunkönig");
  const kept = await createCustomer(page, "Zaunkönig Weine GmbH");
  await visit(page, "/customers?q=Zaunk%C3%B6nig");
  await keepToasts(page);
  for (const name of ["Zaunkönig Weine GmbH", "Zaunkönig Weine"])
    await page
      .getByRole("row", { name: new RegExp(`${name}( |$)`) })
      .getByRole("checkbox")
      .first()
      .check();
  await page.getByRole("region", { name: "Auswahl" }).getByRole("button", { name: "Zusammenführen" }).click();
  const dialog = page.getByRole("dialog", { name: "Kunden zusammenführen" });
  const staying = dialog.getByText("Bleibt", { exact: true }).locator("xpath=..");
  await staying.waitFor();
  if (!(await staying.textContent())?.includes("GmbH")) await dialog.getByRole("button", { name: "tauschen" }).click();
  await expect.poll(() => staying.textContent()).toContain("Zaunkönig Weine GmbH");
  await dialog.getByRole("button", { name: "Zusammenführen" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("„Zaunkönig Weine“ ist in „Zaunkönig Weine GmbH“ aufgegangen.", { exact: true }).waitFor();

  await visit(page, `${gone}/contacts`);
  expect(new URL(page.url()).pathname).toBe(`${kept}/contacts`);
  await contact(page, "Zora Zaunkönig").waitFor();
  await visit(page, kept);
  await keepToasts(page);
  await page.getByRole("list", { name: "Zusammengeführt" }).getByRole("button", { name: "Zurücknehmen" }).click();
  await page.getByText("„Zaunkönig Weine“ ist wieder ein eigener Eintrag.", { exact: true }).waitFor();
  await visit(page, `${gone}/contacts`);
  expect(new URL(page.url()).pathname).toBe(`${gone}/contacts`);
  await contact(page, "Zora Zaunkönig").waitFor();
});
