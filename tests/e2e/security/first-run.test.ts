import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeEach(async ({ onTestFinished }) => {
  portal = await startTestPortal({ pages: "built" });
  // Not in `afterEach`: that would come before the browsers are closed, and they would complain.
  onTestFinished(() => portal.stop());
});

const create = (page: Page) => page.getByRole("button", { name: "Konto anlegen" });
const password = "ein sehr langes Passwort";

function setUpLink(): string {
  const link = portal.portal.setUpUrl;
  if (!link) throw new Error("the portal offers no set-up link");
  return link;
}

test("the form names what is wrong by field and keeps what was typed", async () => {
  const page = await openBrowser(portal, { expected: [/^400 POST .*\/auth\/setup/] });
  await visit(page, setUpLink());
  await page.getByLabel("Name").fill("Maren Ahlers");
  await page.getByLabel("E-Mail").fill("maren-agentur");
  await page.getByLabel("Passwort", { exact: true }).fill("kurz");
  await page.getByLabel("Mit Beispieldaten starten").check();
  await create(page).click();
  await page.getByText("E-Mail: Keine gültige E-Mail-Adresse.").waitFor();
  await page.getByText("Passwort: Mindestens 12 Zeichen.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Maren Ahlers");
  expect(await page.getByLabel("E-Mail").inputValue()).toBe("maren-agentur");
  expect(await page.getByLabel("Mit Beispieldaten starten").isChecked()).toBe(true);
  await page.getByLabel("Einrichtungscode").fill("geraten");
  await page.getByLabel("E-Mail").fill("maren@agentur.example");
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await create(page).click();
  await expect.poll(() => page.getByLabel("Einrichtungscode").getAttribute("aria-invalid")).toBe("true");
});

test("a new installation leads from any address to the first account, and from there to the dashboard", async () => {
  const page = await openBrowser(portal);
  await visit(page, "/websites");
  await page.getByRole("heading", { name: "Erstes Konto anlegen" }).waitFor();
  await page.getByText("Du wirst Admin: Du richtest das Portal ein und lädst dein Team ein.").waitFor();
  await visit(page, setUpLink());
  await page.getByLabel("Name").fill("Maren Ahlers");
  await page.getByLabel("E-Mail").fill("maren@agentur.example");
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await create(page).click();
  await page.getByRole("button", { name: "Konto von Maren Ahlers" }).waitFor();
  await page.getByRole("heading", { name: /Willkommen\./ }).waitFor();
  await expect.poll(() => page.title()).toBe("Dashboard · MEDIUM TechCenter");

  const stranger = await openBrowser(portal);
  await visit(stranger, setUpLink());
  await stranger.getByRole("heading", { name: "Anmelden" }).waitFor();
  expect(await stranger.getByRole("button", { name: "Konto anlegen" }).count()).toBe(0);
});

test("whoever wants sample data finds a whole agency", async () => {
  const page = await openBrowser(portal);
  await visit(page, setUpLink());
  await page.getByLabel("Name").fill("Maren Ahlers");
  await page.getByLabel("E-Mail").fill("maren@agentur.example");
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByLabel("Mit Beispieldaten starten").check();
  await create(page).click();
  // Hundreds of records are written first.
  await page.getByRole("button", { name: "Konto von Maren Ahlers" }).waitFor({ timeout: 180_000 });
  await visit(page, "/settings/users");
  await expect.poll(() => page.getByRole("rowheader").count()).toBeGreaterThanOrEqual(12);
});
