import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  const env = {
    ADMIN_NAME: "Maren Ahlers",
    ADMIN_EMAIL: "maren@agentur.example",
    ADMIN_PASSWORD: "ein sehr langes Passwort",
  };
  portal = await startTestPortal({ pages: "built", env });
  admin = await portal.portal.services.db.selectFrom("users").select(["id", "name", "role"]).executeTakeFirstOrThrow();
});
afterAll(() => portal.stop());

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

describe("whoever is no admin", () => {
  test("gets to the own account from the settings, not to the users", async () => {
    const page = await openBrowser(portal, { person: await portal.hire(), expected: [/^403 GET/] });
    await visit(page, "/settings");
    await page.getByRole("link", { name: /^Mein Konto/ }).waitFor();
    expect(await page.getByRole("link", { name: /^Benutzer & Rollen/ }).count()).toBe(0);
    await visit(page, "/settings/users");
    await page.getByRole("heading", { name: "Das ist nicht für dich freigegeben." }).waitFor();
  });
});

describe("an admin", () => {
  test("cannot take the last admin's role away", async () => {
    const page = await openBrowser(portal, { person: admin, expected: [/^4\d\d POST .*changeRole/, /<< mutation/] });
    await visit(page, "/settings/users");
    await page.getByRole("button", { name: "Aktionen für Maren Ahlers" }).click();
    await page.getByRole("menuitem", { name: "Rolle ändern …" }).click();
    const dialog = page.getByRole("dialog", { name: "Rolle ändern" });
    await dialog.getByRole("combobox", { name: "Rolle" }).selectOption("Mitarbeiter");
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await expect.poll(() => dialog.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await row(page, "Maren Ahlers").getByRole("cell", { name: "Admin" }).isVisible()).toBe(true);
  });

  test("invites somebody, who joins in another browser with the link", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visitLive(page, "/settings/users");
    await page.getByRole("button", { name: "Einladen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Einladen" }).click();
    await dialog.getByText("E-Mail: Pflichtfeld.").waitFor();
    await dialog.getByLabel("Name").fill("Ronja Sander");
    await dialog.getByLabel("E-Mail").fill("ronja@agentur.example");
    await dialog.getByRole("combobox", { name: "Rolle" }).selectOption("Betreuer");
    await dialog.getByRole("button", { name: "Einladen" }).click();
    const link = await dialog.getByRole("textbox", { name: "Einladungslink" }).inputValue();
    await dialog.getByRole("button", { name: "Fertig" }).click();
    await row(page, "Ronja Sander").getByRole("cell", { name: "Eingeladen", exact: true }).waitFor();

    const invited = await openBrowser(portal, { expected: [/^400 POST/, /^404 GET .*\/auth\/join/] });
    await visit(invited, link);
    await invited.getByLabel("Passwort", { exact: true }).fill("kurz");
    await invited.getByRole("button", { name: "Beitreten" }).click();
    await invited.getByText("Passwort: Mindestens 12 Zeichen.").waitFor();
    await invited.getByLabel("Passwort", { exact: true }).fill("ein sehr langes Passwort");
    // Both at once: the toast may be gone before the page of who was invited is there.
    await Promise.all([
      toast(page, "Ronja Sander ist dem Team beigetreten.").waitFor(),
      invited.getByRole("button", { name: "Beitreten" }).click(),
    ]);
    await invited.getByRole("button", { name: "Konto von Ronja Sander" }).waitFor();
    await row(page, "Ronja Sander").getByRole("cell", { name: "Aktiv", exact: true }).waitFor();

    const late = await openBrowser(portal, { expected: [/^404 GET .*\/auth\/join/] });
    await visit(late, link);
    await late.getByRole("heading", { name: "Dieser Link gilt nicht mehr" }).waitFor();
  });

  test("changes a role, and it counts at once", async () => {
    const member = await portal.hire({ name: "Timo Brandt" });
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/users");
    await page.getByRole("button", { name: "Aktionen für Timo Brandt" }).click();
    await page.getByRole("menuitem", { name: "Rolle ändern …" }).click();
    const dialog = page.getByRole("dialog", { name: "Rolle ändern" });
    await dialog.getByRole("combobox", { name: "Rolle" }).selectOption("Betreuer");
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await dialog.waitFor({ state: "detached" });
    await row(page, "Timo Brandt").getByRole("cell", { name: "Betreuer" }).waitFor();
    const theirs = await openBrowser(portal, { person: member });
    await visit(theirs, "/settings/live");
    await theirs.getByRole("heading", { name: "Live-Werkstatt" }).waitFor();
  });

  test("locks an account, whose person is out at once", async () => {
    const member = await portal.hire({ name: "Nils Kramer" });
    const theirs = await openBrowser(portal, { person: member, expected: sessionEnded });
    await visit(theirs, "/");
    await theirs.getByRole("main").getByRole("link", { name: "Nils Kramer" }).waitFor();
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/users");
    await page.getByRole("button", { name: "Aktionen für Nils Kramer" }).click();
    await page.getByRole("menuitem", { name: "Konto sperren …" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sperren" }).click();
    await row(page, "Nils Kramer").getByRole("cell", { name: "Gesperrt", exact: true }).waitFor();
    await theirs.getByRole("heading", { name: "Anmelden" }).waitFor();
  });
});
