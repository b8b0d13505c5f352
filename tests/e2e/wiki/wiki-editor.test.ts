import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const textOf = (page: Page) => page.getByRole("textbox", { name: "Text der Seite" });

/** Begins a page and puts the cursor into its text. */
async function beginPage(page: Page) {
  await visit(page, "/wiki/new");
  await textOf(page).click();
  return page.keyboard;
}

async function finish(page: Page) {
  await page.getByRole("button", { name: "Fertig" }).click();
  await page
    .getByRole("button", { name: "Bearbeiten" })
    .or(page.getByRole("link", { name: "Bearbeiten" }))
    .waitFor();
}

/** Chooses in the list that „/“ opens. */
async function insert(page: Page, typed: string, name: string) {
  await page.keyboard.type(`/${typed}`);
  await page.getByRole("option", { name, selected: true }).waitFor();
  await page.keyboard.press("Enter");
}

test("a page is made by its first character, stays its author's draft and is published beside „Fertig“", async () => {
  const person = await portal.hire({ name: "Mara Anfang" });
  const [own, others] = [await apiOf(portal, person), await apiOf(portal, await portal.hire({ name: "Otto Andere" }))];
  const page = await openBrowser(portal, { person });
  await visit(page, "/wiki/new");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Titel");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await page.getByText("Wird angelegt, sobald du schreibst").waitFor();
  await page.getByRole("button", { name: "Fertig" }).click();
  await page.waitForURL(/\/wiki$/);
  expect(await own.page.tree({})).toEqual([]);

  await page.getByRole("button", { name: "Neue Seite", exact: true }).first().click();
  await textOf(page).click();
  await page.keyboard.type("Der erste Satz geht ohne Lücke weiter, während die Seite entsteht.");
  await page.waitForURL(/\/wiki\/[0-9a-f-]{36}.*\?edit$/);
  await page.keyboard.type(" Und danach auch.");
  await page.getByText("Alle Änderungen gespeichert").waitFor();
  expect(await others.page.tree({})).toEqual([]);
  const [draft] = await own.page.tree({});
  expect(draft).toMatchObject({ title: "Neue Seite", status: "draft" });
  await page.getByRole("textbox", { name: "Titel" }).fill("Neu am Empfang");
  await page.getByRole("button", { name: "Veröffentlichen" }).click();
  // While it is written the page is headed „Neu am Empfang bearbeiten“.
  await page.getByRole("heading", { name: "Neu am Empfang", level: 1, exact: true }).waitFor();
  const sentence = "Der erste Satz geht ohne Lücke weiter, während die Seite entsteht. Und danach auch.";
  expect(await others.page.tree({})).toMatchObject([{ title: "Neu am Empfang", status: "published" }]);
  await expect.poll(async () => (await others.page.read({ id: draft?.id as string })).html).toBe(`<p>${sentence}</p>`);
});

test("a page is written by keyboard with every block, and read as it was written", async () => {
  const person = await portal.hire({ name: "Jana Petersen" });
  const timo = await portal.hire({ name: "Timo Brandt" });
  const page = await openBrowser(portal, { person });
  const keys = await beginPage(page);
  await keys.type("Fragen an @Timo");
  await page.getByRole("option", { name: /Timo Brandt/, selected: true }).waitFor();
  await keys.press("Enter");
  await keys.type("**sofort** und `web03`.\n");
  await keys.type(
    "## Zwei Tage vorher\n1. TTL senken\nSicherung einspielen\n\n[ ] Kunde informiert\nTermin gebucht\n\n",
  );
  await insert(page, "achtung", "Hinweis: Achtung");
  await keys.type("Postfächer zuletzt.");
  await keys.press("Control+Enter");
  await keys.type("```bash rsync -az shop/ neu:shop/");
  await keys.press("Control+Enter");
  await keys.type("|Name|Wert| TTL");
  await keys.press("Tab");
  await keys.type("300");
  await keys.press("Control+Enter");
  await insert(page, "aufkl", "Aufklappbar");
  await keys.type("Einzelheiten\nInnen drin");
  await keys.press("Control+Enter");
  await insert(page, "diagramm", "Diagramm");
  await textOf(page).getByRole("img", { name: "Vorschau des Diagramms" }).waitFor();
  await keys.press("Control+Enter");
  await keys.type("> Wer misst, misst Mist.");
  await keys.press("Control+Enter");
  await page.getByLabel("Dateien auswählen").setInputFiles([
    { name: "plan.png", mimeType: "image/png", buffer: await aPng() },
    { name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from("a;b\n1;2\n") },
  ]);
  await textOf(page).getByRole("link", { name: "liste.csv herunterladen" }).waitFor();
  await textOf(page).getByRole("img", { name: "Bild ohne Beschreibung" }).click();
  await page.getByRole("textbox", { name: "Beschreibung" }).fill("Plan des Umzugs");
  await keys.press("Enter");
  await finish(page);

  const article = page.getByRole("article");
  // It was written last: what is read before is the text of an earlier moment, whose folds close when this one comes.
  await article.getByRole("img", { name: "Plan des Umzugs" }).waitFor();
  expect(await article.getByRole("link", { name: "Timo Brandt" }).getAttribute("href")).toBe(`/users/${timo.id}`);
  await article.getByRole("heading", { name: /Zwei Tage vorher/, level: 2 }).waitFor();
  await article.getByRole("listitem").filter({ hasText: "Sicherung einspielen" }).waitFor();
  await expect.poll(() => article.getByRole("img", { name: "Offen" }).count()).toBe(2);
  await article.getByRole("note").filter({ hasText: "Postfächer zuletzt." }).waitFor();
  await article.getByText("rsync -az shop/ neu:shop/").waitFor();
  await article.getByRole("cell", { name: "300" }).waitFor();
  await article.getByRole("columnheader", { name: "Wert" }).waitFor();
  await article.getByText("Einzelheiten").click();
  await article.getByText("Innen drin").waitFor();
  await article.getByRole("img", { name: "Diagramm" }).waitFor();
  await article
    .getByRole("link", { name: /liste\.csv/ })
    .first()
    .waitFor();
});

test("a footnote is written at the end, and a picture leads where it says", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const keys = await beginPage(page);
  await keys.type("Nach DIN 5008 ");
  await insert(page, "fussn", "Fußnote");
  await keys.type("Deutsches Institut für Normung.");
  await page
    .getByLabel("Dateien auswählen")
    .setInputFiles([{ name: "plan.png", mimeType: "image/png", buffer: await aPng() }]);
  await textOf(page).getByRole("img", { name: "Bild ohne Beschreibung" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await link.fill("javascript:alert(1)");
  await keys.press("Enter");
  await page.getByText("Link: Bitte eine Adresse wie https://kunde.example eingeben.").waitFor();
  await link.fill("kunde.example/plan");
  await keys.press("Enter");
  await finish(page);

  const article = page.getByRole("article");
  await article.getByRole("link", { name: "Fußnote 1" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#fussnote-1");
  const note = article.getByRole("note").filter({ hasText: "Deutsches Institut für Normung." });
  await note.getByRole("link", { name: "Zurück zum Verweis 1" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#fussnote-verweis-1");
  const picture = article.getByRole("link").filter({ has: page.getByRole("img") });
  expect(await picture.getAttribute("href")).toBe("https://kunde.example/plan");
});

test("an upload that fails waits in the text until it is tried again", async () => {
  const person = await portal.hire();
  const page = await openBrowser(portal, { person, expected: [/Could not upload image/, /<< mutation/, /ERR_FAILED/] });
  await beginPage(page);
  await page.route(/file\.createUpload/, (route) => route.abort(), { times: 1 });
  await page
    .getByLabel("Dateien auswählen")
    .setInputFiles({ name: "plan.png", mimeType: "image/png", buffer: await aPng() });
  await page.getByRole("group", { name: "plan.png" }).getByText("Could not upload image").waitFor();
  await page.keyboard.type("Davor");
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await textOf(page).getByRole("img", { name: "Bild ohne Beschreibung" }).waitFor();
  await page.getByRole("button", { name: "Erneut versuchen" }).waitFor({ state: "detached" });
});

test("the toolbar is one stop for Tab, has its arrows, and leads back to the text", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const keys = await beginPage(page);
  await keys.type("wichtig");
  await keys.press("Shift+Home");
  await keys.press("Alt+F10");
  const tool = (name: string) =>
    page.getByRole("toolbar", { name: "Werkzeuge" }).getByRole("button", { name, exact: true });
  await expect.poll(() => tool("Block einfügen").evaluate((element) => element === document.activeElement)).toBe(true);
  await keys.press("ArrowRight");
  await keys.press("Enter");
  await expect.poll(() => tool("Fett").getAttribute("aria-pressed")).toBe("true");
  await keys.press("Alt+F10");
  await keys.press("Escape");
  await expect.poll(() => textOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await keys.press("Alt+F10");
  await tool("Tastenkürzel").click();
  await page.getByRole("dialog", { name: "Tastenkürzel" }).getByText("Block nach oben").waitFor();
});

test("a key that comes quicker than the browser tells of the cursor writes where the cursor is", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const keys = await beginPage(page);
  await keys.type("Vorher gemeinsam");
  await keys.press("Control+Home");
  // Both at once, as keys that have waited for a busy page: no event about the cursor comes in between.
  await textOf(page).evaluate((element) => {
    getSelection()?.modify("move", "forward", "documentboundary");
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, bubbles: true, cancelable: true }));
  });
  await keys.type("Danach");
  await textOf(page).getByText("Danach", { exact: true }).waitFor();
  await textOf(page).getByText("Vorher gemeinsam", { exact: true }).waitFor();
});

test("what looks like a password is told while it is written", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const keys = await beginPage(page);
  await keys.type("Passwort: Sommer2");
  await page.getByText("Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.").waitFor();
  await keys.type("026!");
  // Both at once, as on a busy page: no frame is drawn between the click and the key.
  const isInText = await page.getByRole("button", { name: "Stelle zeigen" }).evaluate((button: HTMLElement) => {
    button.click();
    return document.activeElement?.getAttribute("aria-label") === "Text der Seite" && getSelection()?.toString();
  });
  expect(isInText).toBe("Passwort: Sommer2026!");
  await keys.press("Backspace");
  await expect.poll(() => page.getByRole("button", { name: "Trotzdem speichern" }).count()).toBe(0);
});

test("words that are selected have their tools beside them", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const keys = await beginPage(page);
  await keys.type("wichtig");
  await keys.press("Shift+Home");
  await page.getByRole("toolbar", { name: "Auswahl" }).getByRole("button", { name: "Fett" }).click();
  await textOf(page).getByRole("strong").filter({ hasText: "wichtig" }).waitFor();
  await keys.press("Control+Shift+K");
  const dialog = page.getByRole("dialog", { name: "Link einfügen" });
  await dialog.getByRole("textbox", { name: "Adresse" }).fill("javascript:alert(1)");
  await keys.press("Enter");
  await dialog.getByText(/Bitte eine Adresse/).waitFor();
  await dialog.getByRole("textbox", { name: "Adresse" }).fill("kunde.example");
  await keys.press("Enter");
  const link = textOf(page).getByRole("link", { name: "wichtig" });
  expect(await link.getAttribute("href")).toBe("https://kunde.example");
});

test("the cursor begins inside the note that a text begins with, and stays out of what is folded", async () => {
  const person = await portal.hire();
  const api = await apiOf(portal, person);
  const body = { title: "Notfallplan" };
  const { id } = await api.page.create({ body, parentId: null, templateId: "template-emergency" });
  const page = await openBrowser(portal, { person });
  await visit(page, `/wiki/${id}?edit`);
  // What the template says comes with the first answer of the server.
  await textOf(page).getByText("Erst Ruhe").waitFor();
  await page.getByRole("textbox", { name: "Titel" }).press("Enter");
  await page.keyboard.type("Zuerst: ");
  await textOf(page).getByText("Zuerst: Erst Ruhe").waitFor();

  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Enter");
  await insert(page, "aufkl", "Aufklappbar");
  await page.keyboard.type("Einzelheiten\nInnen drin");
  await textOf(page).getByRole("button", { name: "Zuklappen" }).last().click();
  await textOf(page).getByText("Innen drin").waitFor({ state: "hidden" });
  await textOf(page).getByText("Einzelheiten").last().click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await textOf(page).getByRole("button", { name: "Aufklappen" }).last().click();
  expect(await textOf(page).getByText("Innen drin", { exact: true }).innerText()).toBe("Innen drin");
});
