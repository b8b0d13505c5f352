import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { expectNoise, isAlive, openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

const password = "ein sehr langes Passwort";
const refused = /^400 POST .*\/auth\/signin/;
let portal: TestPortal;

beforeAll(async () => {
  const admin = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: password };
  portal = await startTestPortal({ pages: "built", env: admin });
});
afterAll(() => portal.stop());

let hired = 0;
async function hire(name = "Jana Petersen"): Promise<{ id: string; email: string }> {
  hired += 1;
  const email = `person-${hired}@agentur.example`;
  const { id } = await portal.hire({ name, email, passwordHash: await hashPassword(password) });
  return { id, email };
}

async function fillIn(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Anmelden" }).click();
}

const avatar = (page: Page) => page.getByRole("button", { name: /^Konto von/ });

describe("the sign-in page refuses", () => {
  test("empty fields, by name, and takes the cursor to the first", async () => {
    const page = await openBrowser(portal, { expected: [refused] });
    await visit(page, "/auth/signin");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByText("E-Mail: Pflichtfeld.").waitFor();
    await page.getByText("Passwort: Pflichtfeld.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  });

  test("a wrong password without saying whether the account exists, and keeps the address", async () => {
    const { email } = await hire();
    const page = await openBrowser(portal, { expected: [refused] });
    await visit(page, "/auth/signin");
    for (const address of [email, "niemand@agentur.example"]) {
      await fillIn(page, address, "falsch geraten");
      await page.getByText("E-Mail oder Passwort ist falsch.").waitFor();
      expect(await page.getByLabel("E-Mail").inputValue()).toBe(address);
      expect(await page.getByLabel("Passwort", { exact: true }).inputValue()).not.toBe(password);
      await page.reload();
      await isAlive(page);
    }
  });

  test("the sixth attempt at an account, even with the right password", async () => {
    const { email } = await hire();
    const page = await openBrowser(portal, { expected: [refused, /^429 POST/] });
    await visit(page, "/auth/signin");
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.url().includes("/auth/signin"),
      );
      await fillIn(page, email, `geraten ${attempt}`);
      expect((await answer).status()).toBe(400);
    }
    await fillIn(page, email, password);
    await page.getByText("Zu viele Versuche. Bitte in 15 Minuten erneut.").waitFor();
  });
});

test("a stranger who asks for a page is told to sign in and then gets that page", async () => {
  const { email } = await hire();
  const page = await openBrowser(portal);
  await visit(page, "/domains?seite=2");
  expect(new URL(page.url()).pathname).toBe("/auth/signin");
  await page.getByText("Bitte melde dich an, um fortzufahren.").waitFor();
  await fillIn(page, email, password);
  await page.getByRole("heading", { name: "Domains", level: 1 }).waitFor();
  expect(page.url()).toBe(`${portal.url}/domains?seite=2`);
});

test("a callback that leads elsewhere is not followed", async () => {
  const { email } = await hire();
  const page = await openBrowser(portal);
  await visit(page, "/auth/signin?callbackUrl=https%3A%2F%2Fboese.example%2F");
  await fillIn(page, email, password);
  await avatar(page).waitFor();
  expect(page.url()).toBe(`${portal.url}/`);
});

test("signing in works without JavaScript, and so does being refused", async () => {
  const { email } = await hire();
  const page = await openBrowser(portal, { javaScript: false, expected: [refused] });
  await page.goto("/wiki");
  await page.getByText("Bitte melde dich an, um fortzufahren.").waitFor();
  await fillIn(page, email, "falsch geraten");
  await page.getByText("E-Mail oder Passwort ist falsch.").waitFor();
  await fillIn(page, email, password);
  await page.getByRole("heading", { name: "Wiki", level: 1 }).waitFor();
});

test("signing out in one tab signs out the other, which remembers where it was", async () => {
  const page = await openBrowser(portal, { person: await hire(), expected: sessionEnded });
  await visit(page, "/");
  const other = await page.context().newPage();
  await visit(other, "/hosts");
  await avatar(page).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await other.getByText("Bitte melde dich an, um fortzufahren.").waitFor();
  expect(new URL(other.url()).searchParams.get("callbackUrl")).toBe("/hosts");
});

test("a session that ended elsewhere is noticed when the window gets the focus", async () => {
  const person = await hire();
  const page = await openBrowser(portal, { person, expected: sessionEnded });
  await visit(page, "/devices");
  await portal.portal.services.db.deleteFrom("sessions").where("userId", "=", person.id).execute();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByText("Bitte melde dich an, um fortzufahren.").waitFor();
});

test("a session that cannot be read is logged as CLIENT_SESSION_ERROR and nobody is thrown out", async () => {
  const page = await openBrowser(portal, { person: await hire() });
  expectNoise(page, /^503 GET .*\/api\/auth\/session/, /CLIENT_SESSION_ERROR/);
  await visit(page, "/devices");
  await page.route("**/api/auth/session", (route) => route.fulfill({ status: 503 }));
  const logged = page.waitForEvent("console", (message) => message.text().includes("CLIENT_SESSION_ERROR"));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await logged;
  expect(await page.getByRole("heading", { name: "Geräte", level: 1 }).isVisible()).toBe(true);
});
