import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let jana: Person;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
  jana = await portal.hire({ name: "Jana Petersen", role: "admin" });
});
afterAll(() => portal.stop());

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const choose = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `Aktionen für ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

test("the lists of a portal are reached from its settings and can be searched", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/settings");
  await page.getByRole("link", { name: /^Listen/ }).click();
  await row(page, "Notebook").waitFor();
  expect(await page.getByRole("row").count()).toBe(12);
  await page.getByRole("searchbox", { name: "In Kategorien suchen" }).fill("möb");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.getByRole("link", { name: "Standorte" }).click();
  await row(page, "Büro").waitFor();
});

test("a value is added, used, archived with a warning, restored and deleted for good", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/settings/lists?list=providers");
  await page.getByRole("button", { name: "Neuer Anbieter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("Nordlicht Hosting");
  await dialog.getByRole("button", { name: "Anbieter anlegen" }).click();
  await row(page, "Nordlicht Hosting").waitFor();

  const api = await apiOf(portal, jana);
  const [provider] = (await api.provider.list({ search: "Nordlicht" })).data;
  const host = await api.host.create({ body: { name: "web03", providerId: provider?.id as string } });
  await page.reload();
  await isAlive(page);
  await row(page, "Nordlicht Hosting").getByRole("link", { name: "1 Hoster mit Nordlicht Hosting" }).waitFor();

  await choose(page, "Nordlicht Hosting", "Archivieren");
  const question = page.getByRole("alertdialog");
  await question.getByText(/^In Gebrauch: 1 Hoster\./).waitFor();
  await question.getByRole("button", { name: "Archivieren" }).click();
  // While it fades nothing of the page behind it has a role.
  await question.waitFor({ state: "detached" });
  await row(page, "Nordlicht Hosting").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Archiv", exact: true }).click();
  await choose(page, "Nordlicht Hosting", "Wiederherstellen");
  await page.getByText("Nichts im Archiv.").waitFor();

  await api.host.archive({ id: host.id });
  await api.host.delete({ id: host.id, title: "web03" });
  await api.provider.archive({ id: provider?.id as string });
  await row(page, "Nordlicht Hosting").waitFor();
  await choose(page, "Nordlicht Hosting", "Endgültig löschen …");
  await question.getByRole("textbox").fill("Nordlicht Hosting");
  await question.getByRole("button", { name: "Endgültig löschen" }).click();
  await page.getByText("Nichts im Archiv.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/settings/lists");
});

test("members add values, and neither archive nor delete them", async () => {
  const page = await openBrowser(portal, { person: await portal.hire({ name: "Timo Lang" }), viewport: phone });
  await visit(page, "/settings/lists?list=tags");
  await page.getByRole("button", { name: "Neuer Tag" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("Premium");
  await dialog.getByRole("button", { name: "Tag anlegen" }).click();
  await row(page, "Premium").waitFor();
  await page.getByRole("button", { name: "Aktionen für Premium" }).click();
  await page.getByRole("menuitem", { name: "Bearbeiten …" }).waitFor();
  expect(await page.getByRole("menuitem").count()).toBe(1);
});

test("the providers stand behind the hosts", async () => {
  const page = await openBrowser(portal, { person: jana });
  const api = await apiOf(portal, jana);
  const { id: providerId } = await api.provider.create({ body: { name: "Seewind Server" } });
  await api.host.create({ body: { name: "web07", providerId, country: "US" } });
  await visit(page, "/hosts");
  await page.getByRole("link", { name: "Anbieter", exact: true }).click();
  await page.getByRole("heading", { name: "Anbieter", level: 1 }).waitFor();
  await row(page, "Seewind Server").getByRole("link", { name: "1 Hoster mit Seewind Server" }).click();
  await page.getByRole("link", { name: "web07" }).first().click();
  await page.getByText("Drittland").waitFor();
});
