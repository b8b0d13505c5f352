import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const select = async (page: Page, ...titles: string[]) => {
  for (const title of titles) await page.getByRole("checkbox", { name: `${title} auswählen` }).check();
};
const bar = (page: Page) => page.getByRole("region", { name: "Auswahl" });

test("many pages are moved and thrown away at once, and an admin deletes one for good", async () => {
  const malte = await portal.hire({ name: "Malte Grothe", role: "admin" });
  const api = await apiOf(portal, malte);
  const aPage = async (title: string) => (await api.page.create({ body: { title }, parentId: null })).id;
  const target = await aPage("Betrieb");
  for (const title of ["Sicherungen", "Zertifikate"]) await aPage(title);
  const page = await openBrowser(portal, { person: malte, expected: [/^404 GET .*page\.read/] });

  await visit(page, "/wiki/all");
  await select(page, "Sicherungen", "Zertifikate");
  await bar(page).getByRole("button", { name: "Verschieben" }).click();
  const places = page.getByRole("dialog", { name: "2 Seiten verschieben" });
  await places.getByRole("button", { name: "Betrieb", exact: true }).click();
  await places.getByRole("button", { name: "Verschieben" }).click();
  await toast(page, "2 verschoben").waitFor();
  expect((await api.page.tree({ parentId: target })).map(({ title }) => title)).toEqual(["Sicherungen", "Zertifikate"]);

  await select(page, "Sicherungen", "Zertifikate");
  await bar(page).getByRole("button", { name: "In den Papierkorb" }).click();
  const question = page.getByRole("alertdialog", { name: "2 Seiten in den Papierkorb?" });
  await question.getByRole("button", { name: "In den Papierkorb" }).click();
  await toast(page, "2 in den Papierkorb gelegt").waitFor();

  await page.getByRole("link", { name: "Papierkorb", exact: true }).click();
  await page.getByRole("link", { name: "Sicherungen" }).click();
  await page.getByRole("button", { name: "Endgültig löschen …" }).click();
  const sure = page.getByRole("alertdialog", { name: "„Sicherungen“ endgültig löschen?" });
  await sure.getByRole("textbox").fill("Sicherungen");
  await sure.getByRole("button", { name: "Endgültig löschen" }).click();
  await page.getByRole("checkbox", { name: "Zertifikate auswählen" }).waitFor();
  await page.getByRole("checkbox", { name: "Sicherungen auswählen" }).waitFor({ state: "detached" });

  await select(page, "Zertifikate");
  await bar(page).getByRole("button", { name: "Wiederherstellen" }).click();
  await page.getByText("Der Papierkorb ist leer.").waitFor();
});
