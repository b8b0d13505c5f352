import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { unzip } from "../../support/wiki/page-transfer.ts";

let portal: TestPortal;
let malte: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built", env: { CHROMIUM_PATH: "/nirgends/chromium" } });
  malte = await portal.hire({ name: "Malte Grothe", role: "admin" });
  const api = await apiOf(portal, malte);
  for (const [title, visibility] of [
    ["Notfallplan", "team"],
    ["Zertifikate", "team"],
    ["Gehälter", "maintainers"],
  ] as const)
    await api.page.create({ body: { title, visibility }, parentId: null });
});
afterAll(() => portal.stop());

/** Presses „Exportieren“ in the dialog and resolves with the name and the files of what comes. */
async function exportIn(page: Page, dialogName: string) {
  const dialog = page.getByRole("dialog", { name: dialogName });
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Exportieren" }).click();
  const file = await download;
  await dialog.waitFor({ state: "detached" });
  return { name: file.suggestedFilename(), files: Object.keys(unzip(readFileSync(await file.path()))).sort() };
}

test("the whole wiki is had from its start page, without what is not for the person, and PDF says why not", async () => {
  const member = await portal.hire({ name: "Jana Petersen" });
  const page = await openBrowser(portal, { person: member });
  await visit(page, "/wiki");
  await page.getByRole("button", { name: "Ganzes Wiki exportieren" }).click();
  const dialog = page.getByRole("dialog", { name: "Ganzes Wiki exportieren" });
  await dialog.getByText("Auf diesem Server gibt es keinen Browser, der PDFs erstellen kann.").waitFor();
  expect(await dialog.getByRole("radio", { name: /PDF/ }).isDisabled()).toBe(true);
  const { name, files } = await exportIn(page, "Ganzes Wiki exportieren");
  expect(name).toMatch(/^Wiki \d{4}-\d{2}-\d{2}\.zip$/);
  expect(files).toEqual(["Notfallplan.md", "Zertifikate.md"]);
});

test("selected pages of the table are had as one file", async () => {
  const page = await openBrowser(portal, { person: malte });
  await visit(page, "/wiki/all");
  await page.getByRole("button", { name: "Ganzes Wiki exportieren" }).waitFor();
  for (const title of ["Gehälter", "Zertifikate"])
    await page.getByRole("checkbox", { name: `${title} auswählen` }).check();
  await page.getByRole("region", { name: "Auswahl" }).getByRole("button", { name: "Exportieren" }).click();
  await page.getByRole("menuitem", { name: "Als Markdown, HTML oder PDF …" }).click();
  await page.getByRole("dialog", { name: "2 Seiten exportieren" }).getByRole("radio", { name: /HTML/ }).check();
  const { name, files } = await exportIn(page, "2 Seiten exportieren");
  expect(name).toMatch(/^Wiki-Auswahl \(HTML\) \d{4}-\d{2}-\d{2}\.zip$/);
  expect(files).toEqual(["Gehälter.html", "Zertifikate.html", "index.html", "style.css"]);
});
