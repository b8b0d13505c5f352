import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
});
afterAll(() => portal.stop());
beforeEach(async () => void (await portal.portal.services.db.deleteFrom("settings").execute()));

const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true }).click();
const saved = (page: Page) => toast(page, "Gespeichert.").waitFor();
const conflict = (page: Page) => page.getByText(/Jemand hat diese Einstellungen inzwischen geändert/).waitFor();

async function openTabs(path: string): Promise<[Page, Page]> {
  const one = await openBrowser(portal, { person: admin, expected: [/^409 POST/, /<< mutation/] });
  const other = await one.context().newPage();
  await visit(one, path);
  await visit(other, path);
  return [one, other];
}

describe("two tabs of a section", () => {
  test("keep what each has typed, say that they differ, and end up with both", async () => {
    const [one, other] = await openTabs("/settings/general");
    const name = (page: Page) => page.getByRole("textbox", { name: "Name" });
    const color = (page: Page) => page.getByRole("textbox", { name: "Farbe", exact: true });
    await name(other).fill("Nordlicht");
    await color(one).fill("#123456");
    await save(one);
    await saved(one);
    await save(other);
    await conflict(other);
    expect(await name(other).inputValue()).toBe("Nordlicht");
    await expect.poll(() => color(other).inputValue()).toBe("#123456");
    await other.getByRole("button", { name: "Trotzdem speichern" }).click();
    await saved(other);
    await expect.poll(() => name(one).inputValue()).toBe("Nordlicht");
    expect(await color(one).inputValue()).toBe("#123456");
  });

  test.each([
    { path: "/settings/sign-in", field: "Name des Anbieters" },
    { path: "/settings/mail", field: "Absendername" },
  ])("of $path keep what was typed, too", async ({ path, field }) => {
    const [one, other] = await openTabs(path);
    const typed = (page: Page) => page.getByRole("textbox", { name: field });
    await typed(other).fill("Meine Fassung");
    await typed(one).fill("Andere Fassung");
    await save(one);
    await saved(one);
    await save(other);
    await conflict(other);
    expect(await typed(other).inputValue()).toBe("Meine Fassung");
    await other.getByRole("button", { name: "Meine Änderungen verwerfen" }).click();
    await expect.poll(() => typed(other).inputValue()).toBe("Andere Fassung");
  });
});

describe("the words of mails", () => {
  test("name what is wrong and take the cursor there, show how they will read, and are not left unsaved", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/templates");
    await page.getByRole("link", { name: /^Tägliche Zusammenfassung/ }).click();
    const subject = page.getByRole("textbox", { name: "Tägliche Zusammenfassung: Betreff" });
    await subject.fill("Guten Morgen {Vorname}");
    await save(page);
    await page.getByText(/Tägliche Zusammenfassung, Betreff: \{Vorname\} gibt es nicht/).waitFor();
    await expect.poll(() => subject.evaluate((field) => field === document.activeElement)).toBe(true);

    await subject.fill("Guten Morgen ");
    await page.getByRole("button", { name: "Tägliche Zusammenfassung: {Name} einsetzen" }).click();
    await expect.poll(() => subject.inputValue()).toBe("Guten Morgen {Name}");
    const preview = page.getByRole("figure", { name: "Vorschau: Tägliche Zusammenfassung" });
    await preview.getByText("Guten Morgen Jana Petersen").waitFor();

    await page.getByRole("link", { name: "Vorlagen", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });
    await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await question.waitFor({ state: "detached" });
    await save(page);
    await saved(page);
    await page.getByRole("button", { name: "Tägliche Zusammenfassung: mitgelieferter Text" }).click();
    await expect.poll(() => subject.inputValue()).toBe("Deine Zusammenfassung: {Neuigkeiten}");
    await page.getByRole("button", { name: "Verwerfen", exact: true }).click();
    await expect.poll(() => subject.inputValue()).toBe("Guten Morgen {Name}");
  });
});

test("the record of processing activities is downloaded from the privacy screen", async () => {
  const page = await openBrowser(portal, { person: admin });
  await visit(page, "/settings/privacy");
  await page.getByRole("textbox", { name: /^Verantwortlich/ }).fill("Nordlicht GmbH, Hafen 1");
  await save(page);
  await saved(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Als HTML, zum Drucken" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Verzeichnis von Verarbeitungstätigkeiten \d{4}-\d{2}-\d{2}\.html$/);
});
