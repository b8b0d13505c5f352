import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { aPdf } from "../../support/browser/pictures.ts";
import { keepToasts } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { createRecord } from "../../support/records/records.ts";

let portal: TestPortal;
let malte: Person;
let timo: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  malte = await portal.hire({ name: "Malte Grothe", role: "admin" });
  timo = await portal.hire({ name: "Timo Brandt" });
  api = await apiOf(portal, malte);
});
afterAll(() => portal.stop());

const said = (page: Page, sentence: string) => page.getByRole("status").filter({ hasText: sentence });
const tab = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });

test("two people at one record see each other, and who edits it, until they leave", async () => {
  const { id } = await createRecord(api, "website");
  const [looking, editing] = [
    await openBrowser(portal, { person: malte }),
    await openBrowser(portal, { person: timo }),
  ];
  await visitLive(looking, `/websites/${id}`);
  await visitLive(editing, `/websites/${id}`);
  await said(looking, "Timo ist auch hier").waitFor();
  await said(editing, "Malte ist auch hier").waitFor();
  await looking.getByRole("img", { name: "Timo Brandt, da" }).waitFor();

  await editing.getByRole("link", { name: "Bearbeiten" }).click();
  await editing.waitForURL("**/edit");
  await said(looking, "Timo bearbeitet").waitFor();
  await looking.getByRole("img", { name: "Timo Brandt, bearbeitet" }).waitFor();
  await said(editing, "Malte ist auch hier").waitFor();

  await editing.getByRole("link", { name: "Abbrechen" }).click();
  await said(looking, "Timo ist auch hier").waitFor();
  await editing.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Wiki" }).click();
  await said(looking, "Timo").waitFor({ state: "detached" });
});

test("who has a record open is known again after the connection was lost", async () => {
  const { id } = await createRecord(api, "website");
  const expected = [/WebSocket connection to/];
  const [one, other] = [
    await openBrowser(portal, { person: malte, expected }),
    await openBrowser(portal, { person: timo, expected }),
  ];
  await visitLive(one, `/websites/${id}`);
  await visitLive(other, `/websites/${id}/edit`);
  await said(one, "Timo bearbeitet").waitFor();
  process.kill(portal.portal.soketi.pid() as number, "SIGKILL");
  await one.getByRole("status").getByText("Live-Updates unterbrochen").waitFor();
  await one.getByRole("status").getByText("Live-Updates unterbrochen").waitFor({ state: "detached" });
  await other.getByRole("link", { name: "Abbrechen" }).click();
  await said(one, "Timo ist auch hier").waitFor();
});

test("a change shows at once on the page of somebody else, and in its history with both values", async () => {
  const { id } = await createRecord(api, "website", { lifecycle: "planned" });
  const page = await openBrowser(portal, { person: malte });
  await visitLive(page, `/websites/${id}`);
  const keyData = page.getByRole("region", { name: "Website" });
  await keyData.getByText("In Planung").waitFor();

  const other = await openBrowser(portal, { person: timo });
  await visit(other, `/websites/${id}/edit`);
  await other.getByLabel("Phase").selectOption({ label: "Live" });
  await other.getByRole("button", { name: "Speichern" }).click();
  await other.waitForURL(`**/websites/${id}`);
  await keyData.getByText("Live", { exact: true }).waitFor();

  await tab(page, "Verlauf").click();
  const entry = page.getByRole("listitem").filter({ hasText: "Timo Brandt hat „Phase“ geändert." });
  await entry.getByText("In Planung").waitFor();
  await entry.getByText("Live", { exact: true }).waitFor();
  await page.getByLabel("Person").selectOption({ label: "Malte Grothe" });
  await entry.waitFor({ state: "detached" });
  await page.getByText("hat diesen Eintrag angelegt").waitFor();
});

test("a file is uploaded, had again, and taken away", async () => {
  const { id } = await createRecord(api, "customer");
  const page = await openBrowser(portal, { person: timo });
  const other = await openBrowser(portal, { person: malte });
  await visit(page, `/customers/${id}`);
  await visitLive(other, `/customers/${id}/files`);
  await other.getByText("Noch keine Dateien.").waitFor();
  await tab(page, "Dateien").click();
  await page
    .getByLabel("Dateien auswählen")
    .setInputFiles({ name: "AV-Vertrag.pdf", mimeType: "application/pdf", buffer: Buffer.from(aPdf) });
  await page.getByRole("link", { name: "AV-Vertrag.pdf herunterladen" }).waitFor();
  await other.getByRole("link", { name: "AV-Vertrag.pdf", exact: true }).waitFor();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "AV-Vertrag.pdf herunterladen" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("AV-Vertrag.pdf");
  expect(readFileSync(await file.path())).toEqual(Buffer.from(aPdf));

  await page.getByRole("button", { name: "AV-Vertrag.pdf entfernen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entfernen" }).click();
  await page.getByText("Noch keine Dateien.").waitFor();
  await other.getByText("Noch keine Dateien.").waitFor();
  await tab(page, "Verlauf").click();
  await page.getByText("hat die Datei „AV-Vertrag.pdf“ entfernt").waitFor();
});

test("a record goes to the archive, shows what hangs on it, and is gone for everybody who has it open", async () => {
  const customer = await createRecord(api, "customer", { name: "Zum Löschen" });
  await createRecord(api, "contact", { customerId: customer.id });
  await createRecord(api, "domain", { customerId: customer.id });
  const page = await openBrowser(portal, { person: malte });
  const other = await openBrowser(portal, { person: timo, expected: [/404 GET .*customer\.get/, /<< query/] });
  await visitLive(other, `/customers/${customer.id}`);
  // The page from which a record is deleted does not hear of it, once the server knows its socket.
  await visitLive(page, `/customers/${customer.id}`);
  const more = page.getByRole("button", { name: "Mehr zu Zum Löschen" });
  await more.click();
  await page.getByRole("menuitem", { name: "Archivieren" }).click();
  await page.getByRole("region", { name: "Archiviert" }).waitFor();
  await other.getByRole("region", { name: "Archiviert" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Bearbeiten" }).count()).toBe(0);

  await more.click();
  await page.getByRole("menuitem", { name: "Endgültig löschen …" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("1 Ansprechpartner").waitFor();
  await dialog.getByText("1 Domain", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Endgültig löschen" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("Zum Löschen");
  await dialog.getByRole("button", { name: "Endgültig löschen" }).click();
  await page.waitForURL("**/customers?archived=1");
  await other.getByRole("alert").getByText("endgültig gelöscht").waitFor();
});

test("a record comes back from the archive by the toast that says it is there", async () => {
  const { id } = await createRecord(api, "customer", { name: "Aus Versehen" });
  const page = await openBrowser(portal, { person: malte });
  await visit(page, `/customers/${id}`);
  await keepToasts(page);
  await page.getByRole("button", { name: "Mehr zu Aus Versehen" }).click();
  await page.getByRole("menuitem", { name: "Archivieren" }).click();
  const archived = page.getByRole("region", { name: "Archiviert" });
  await archived.waitFor();
  await said(page, "Archiviert.").getByRole("button", { name: "Rückgängig" }).click();
  await page.getByText("Wiederhergestellt.", { exact: true }).waitFor();
  await archived.waitFor({ state: "detached" });
  expect(await api.customer.get({ id })).toMatchObject({ archivedAt: null });
});

test("nothing of prices and holders reaches the page of somebody who may not see them", async () => {
  const { id } = await createRecord(api, "domain", { costCents: 87_654_321, holderName: "Gerda Geheim" });
  await api.domain.update({ params: { id }, body: { costCents: 87_654_322 } });
  const page = await openBrowser(portal, { person: timo });
  const answers: string[] = [];
  page.on("response", async (response) => answers.push(await response.text().catch(() => "")));
  await visitLive(page, `/domains/${id}`);
  await tab(page, "Verlauf").click();
  await page.getByText("Ein Feld siehst du mit deiner Rolle nicht.").waitFor();
  expect(answers.filter((text) => /8765432[12]|876\.?543,2[12]|Gerda Geheim/.test(text))).toEqual([]);
});

test("what is not there says so, as a page and as a tab", async () => {
  const { id } = await createRecord(api, "host");
  const page = await openBrowser(portal, { person: timo, expected: [/404 GET/] });
  for (const path of ["/hosts/gibt-es-nicht", `/hosts/${id}/gibt-es-nicht`, `/websites/${id}`]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await page.getByText("Diese Seite gibt es nicht.").waitFor();
  }
});

test("tabs that do not fit are all in a menu beside their row", async () => {
  const { id } = await createRecord(api, "domain");
  const page = await openBrowser(portal, { person: malte });
  await visit(page, `/domains/${id}`);
  await page.getByRole("button", { name: "Alle Reiter" }).click();
  await page.getByRole("menuitem", { name: "Übersicht" }).and(page.locator("[aria-current=page]")).waitFor();
  await page.getByRole("menuitem", { name: "Verlauf" }).click();
  await page.waitForURL(`**/domains/${id}/history`);
  const last = page.getByRole("navigation").getByRole("link", { name: "Verlauf", exact: true });
  // The row has scrolled to it.
  await expect.poll(async () => (await last.boundingBox())?.x).toBeLessThan(1440);
});

test("on a phone everything of a record is within the width and in reach of a thumb", async () => {
  const name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikverkauf";
  const customer = await createRecord(api, "customer", { name });
  const { id } = await createRecord(api, "website", { name: `${name} – Onlineshop`, customerId: customer.id });
  const page = await openBrowser(portal, { person: malte, viewport: phone });
  for (const path of [
    `/websites/${id}`,
    `/websites/${id}/history`,
    `/websites/${id}/files`,
    `/customers/${customer.id}`,
  ]) {
    await visit(page, path);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0);
  }
  await visit(page, `/websites/${id}`);
  await page.getByRole("complementary", { name: "Beziehungen" }).getByRole("link", { name }).click();
  await page.waitForURL(`**/customers/${customer.id}`);
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  for (const control of [tab(page, "Verlauf"), page.getByRole("button", { name: `Mehr zu ${name}` })])
    await expect.poll(async () => (await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
