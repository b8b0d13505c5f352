import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive, openBrowser, phone } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

const credentials = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built", env: credentials });
});
afterAll(() => portal.stop());

const admin = async () => {
  const { db } = portal.portal.services;
  return db.selectFrom("users").select("id").where("email", "=", credentials.ADMIN_EMAIL).executeTakeFirstOrThrow();
};
const endSessions = () => portal.portal.services.db.deleteFrom("sessions").execute();

async function signIn(page: Page) {
  await page.getByLabel("E-Mail").fill(credentials.ADMIN_EMAIL);
  await page.getByLabel("Passwort", { exact: true }).fill(credentials.ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

// Live events are refused to an ended session, too, when they connect anew.
const refused = [
  /^401 /,
  /<< mutation/,
  /UNAUTHORIZED/,
  /<< query/,
  /WebSocket connection to .* Authentication failed/,
];

test("a form whose session has ended keeps what was typed, and is saved after signing in beside it", async () => {
  const page = await openBrowser(portal, { person: await admin(), expected: refused });
  // A socket that is cut while it is being opened would be an error of its own.
  await visitLive(page, "/customers/new");
  await page.getByRole("textbox", { name: /^Firma/ }).fill("Schreinerei Ulme");
  await endSessions();
  await page.getByRole("button", { name: "Kunde anlegen" }).click();
  await page.getByText("Deine Anmeldung ist abgelaufen. Was du eingegeben hast, bleibt hier stehen.").waitFor();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Wieder anmelden" }).click();
  const popup = await opened;
  const closed = popup.waitForEvent("close");
  await isAlive(popup);
  await signIn(popup);
  await closed;
  await page.getByText("Deine Anmeldung ist abgelaufen.").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("textbox", { name: /^Firma/ }).inputValue()).toBe("Schreinerei Ulme");
  await page.getByRole("button", { name: "Kunde anlegen" }).click();
  await page.getByRole("heading", { name: "Schreinerei Ulme", level: 1 }).waitFor();
});

test("settings say it, too, and let go leads to the sign-in", async () => {
  const page = await openBrowser(portal, { person: await admin(), viewport: phone, expected: refused });
  await visitLive(page, "/settings/general");
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("Andere Agentur");
  await endSessions();
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("link", { name: "Wieder anmelden" }).waitFor();
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await page.waitForURL(/\/auth\/signin\?error=SessionRequired/);
});
