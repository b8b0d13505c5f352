import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../../server/auth/passwords.ts";
import { isAlive, openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { keepToasts, toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

const password = "ein sehr langes Passwort";
let portal: TestPortal;
beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: password };
  portal = await startTestPortal({ pages: "built", env });
});
afterAll(() => portal.stop());

const save = (page: Page) => page.getByRole("button", { name: "Speichern" });

async function openProfile(): Promise<{ page: Page; id: string }> {
  const person = await portal.hire({ name: "Jana Petersen" });
  const page = await openBrowser(portal, { person });
  await visit(page, `/users/${person.id}`);
  return { page, id: person.id };
}

describe("the profile", () => {
  test("is not saved with an empty name, and says which field it is", async () => {
    const { page } = await openProfile();
    await page.getByLabel("Name").fill("");
    await save(page).click();
    await page.getByText("Name: Pflichtfeld.").waitFor();
    expect(await page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
  });

  test("is edited and shows the new name at once, after a reload too", async () => {
    const { page } = await openProfile();
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await keepToasts(page);
    await page.getByLabel("Name").fill("Jana Ahlers");
    await page.getByLabel("Position").fill("Projektleitung");
    await save(page).click();
    await toast(page, "Gespeichert.").waitFor();
    await page.getByRole("heading", { name: "Jana Ahlers", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Konto von Jana Ahlers" }).waitFor();
    await page.reload();
    await isAlive(page);
    await expect.poll(() => page.getByLabel("Position").inputValue()).toBe("Projektleitung");
  });

  test("asks before unsaved changes are left behind", async () => {
    const { page, id } = await openProfile();
    await page.getByLabel("Position").fill("Projektleitung");
    await page.getByRole("link", { name: "Wiki", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });
    await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
    expect(new URL(page.url()).pathname).toBe(`/users/${id}`);
    expect(await page.getByLabel("Position").inputValue()).toBe("Projektleitung");
    await page.getByRole("link", { name: "Wiki", exact: true }).click();
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await page.getByRole("heading", { name: "Wiki", level: 1 }).waitFor();
  });
});

describe("the password", () => {
  async function openSecurity(expected: RegExp[]) {
    const email = `${crypto.randomUUID()}@agentur.example`;
    const person = await portal.hire({ email, passwordHash: await hashPassword(password) });
    const page = await openBrowser(portal, { person, expected });
    await visit(page, `/users/${person.id}/security`);
    const change = async (current: string, next: string) => {
      await page.getByLabel("Aktuelles Passwort").fill(current);
      await page.getByLabel("Neues Passwort", { exact: true }).fill(next);
      await page.getByLabel("Neues Passwort wiederholen").fill(next);
      await page.getByRole("button", { name: "Passwort ändern" }).click();
    };
    return { page, person, change };
  }

  test("does not change without the current one", async () => {
    const { page, change } = await openSecurity([/^4\d\d POST/, /<< mutation/]);
    await change("falsch geraten", "ein anderes langes Passwort");
    await expect.poll(() => page.getByLabel("Aktuelles Passwort").getAttribute("aria-invalid")).toBe("true");
  });

  test("changes, and every other session of the person is over", async () => {
    const { page, person, change } = await openSecurity([]);
    const other = await openBrowser(portal, { person, expected: sessionEnded });
    await visit(other, "/devices");
    await page.reload();
    await isAlive(page);
    await keepToasts(page);
    await page.getByRole("button", { name: /^Sitzung .* beenden$/ }).waitFor();
    await change(password, "ein anderes langes Passwort");
    await page.getByText("Passwort geändert. Andere Sitzungen wurden beendet.").first().waitFor();
    await other.getByText("Bitte melde dich an, um fortzufahren.").waitFor();
    await page.getByRole("button", { name: /^Konto von/ }).waitFor();
    await page.getByRole("button", { name: /^Sitzung .* beenden$/ }).waitFor({ state: "detached" });
  });
});

test("somebody else's security is nobody's business", async () => {
  const other = await portal.hire({ name: "Timo Brandt" });
  const page = await openBrowser(portal, { person: await portal.hire(), expected: [/^404 GET .*\/security/] });
  await visit(page, `/users/${other.id}/security`);
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
});

test("signing out everywhere ends this session, too", async () => {
  const person = await portal.hire();
  const page = await openBrowser(portal, { person, expected: sessionEnded });
  await visit(page, `/users/${person.id}/security`);
  await page.getByRole("button", { name: "Überall abmelden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Überall abmelden" }).click();
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
});
