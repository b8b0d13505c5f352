import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { findBarriers } from "../../support/browser/axe.ts";
import { expectNoise, isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let jana: Person;
let timo: Person;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  timo = await portal.hire({ name: "Timo Lang", role: "member" });
});
afterAll(() => portal.stop());

/** A label, with or without what stands behind it. */
const labelled = (name: string) => new RegExp(`^${name}( optional| automatisch| Pflichtfeld)?$`);
const control = (page: Page, name: string) => page.getByLabel(labelled(name));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** The page of a record; that of its form is headed by the same name with „bearbeiten“ behind it. */
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });

async function createWebsite(page: Page, url: string): Promise<string> {
  await visit(page, "/websites/new");
  await control(page, "Adresse").fill(url);
  await press(page, "Website anlegen");
  await page.waitForURL(/\/websites\/(?!new)/);
  return new URL(page.url()).pathname;
}

async function openEdit(page: Page, path: string): Promise<void> {
  await visit(page, `${path}/edit`);
  await page.getByRole("heading", { name: /bearbeiten$/, level: 1 }).waitFor();
}

const section = (page: Page, name: string) =>
  page.locator("h2").getByRole("button", { name: new RegExp(`^${name}( leer)?$`) });

async function unfold(page: Page, name: string): Promise<void> {
  if ((await section(page, name).getAttribute("aria-expanded")) === "false") await section(page, name).click();
}

describe("creating", () => {
  test("a website by its URL links its domain", async () => {
    const page = await openBrowser(portal, { person: jana });
    const path = await createWebsite(page, "https://www.weingut-amsel.example/");
    await heading(page, "weingut-amsel.example").waitFor();
    await openEdit(page, path);
    await expect.poll(() => control(page, "Domains 1").inputValue()).toBe("weingut-amsel.example");
  });

  test("says what is wrong where it is wrong, and sends nothing", async () => {
    const page = await openBrowser(portal, { person: jana });
    await visit(page, "/websites/new");
    await control(page, "Adresse").fill("weingut");
    await press(page, "Website anlegen");
    await page.getByText("Adresse: Bitte eine gültige Adresse mit http:// oder https:// eingeben.").waitFor();
    expect(await control(page, "Adresse").getAttribute("aria-invalid")).toBe("true");
  });

  test("starts with what the URL gives", async () => {
    const page = await openBrowser(portal, { person: jana });
    await visit(page, "/customers/new?name=Tischlerei%20Borke");
    await press(page, "Kunde anlegen");
    await heading(page, "Tischlerei Borke").waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await visit(page, `/websites/new?customerId=${id}&url=https://borke.example`);
    await expect.poll(() => control(page, "Kunde").inputValue()).toBe("Tischlerei Borke");
    await expect.poll(() => control(page, "Adresse").inputValue()).toBe("https://borke.example");
  });

  test("is no page for people who may only look", async () => {
    const person = await portal.hire({ role: "readonly" });
    const page = await openBrowser(portal, { person, expected: [/403/] });
    await page.goto("/websites/new");
    await page.getByText("Das ist nicht für dich freigegeben.").waitFor();
  });
});

describe("a slow network", () => {
  test("shows that it saves, and saves once", async () => {
    const page = await openBrowser(portal, { person: jana });
    await visit(page, "/websites/new");
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent: string[] = [];
    await page.route(/website\.create/, async (route) => {
      sent.push(route.request().url());
      await isReleased;
      await route.continue();
    });
    await control(page, "Adresse").fill("https://langsam.example");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Speichert …" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => control(page, "Adresse").isDisabled()).toBe(true);
    release();
    await heading(page, "langsam.example").waitFor();
    expect(sent).toHaveLength(1);
  });
});

describe("a picker", () => {
  test("finds a customer by typing, and creates the one that is missing in place", async () => {
    const page = await openBrowser(portal, { person: timo });
    await visit(page, "/websites/new");
    await control(page, "Adresse").fill("https://meier.example");
    await control(page, "Kunde").fill("Malerei Meier");
    await page.getByRole("option", { name: /^Neu: „Malerei Meier“ wird beim Speichern angelegt$/ }).click();
    await expect.poll(() => control(page, "Kunde").inputValue()).toBe("Malerei Meier");
    await page.getByText("„Malerei Meier“ wird beim Speichern angelegt.").waitFor();
    const reader = await openBrowser(portal, { person: jana });
    await visit(reader, "/customers?q=Malerei");
    await reader
      .getByText("Nichts gefunden.")
      .or(reader.getByText(/Keine Kunden|Keine Treffer/))
      .first()
      .waitFor();
    await press(page, "Website anlegen");
    await heading(page, "meier.example").waitFor();

    await visit(page, "/websites/new");
    await control(page, "Kunde").pressSequentially("meier");
    await page.getByRole("option", { name: /Malerei Meier/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => control(page, "Kunde").inputValue()).toBe("Malerei Meier");
    await page.getByRole("button", { name: "Malerei Meier entfernen" }).click();
    await expect.poll(() => control(page, "Kunde").inputValue()).toBe("");
  });
});

describe("unsaved changes", () => {
  test("outlive a reload and are not left without a question", async () => {
    const page = await openBrowser(portal, { person: jana });
    const path = await createWebsite(page, "https://draft.example");
    await openEdit(page, path);
    await unfold(page, "Technik");
    await control(page, "PHP").fill("8.4");
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await isAlive(page);
    await expect.poll(() => control(page, "PHP").inputValue()).toBe("8.4");

    await page.getByRole("link", { name: "Abbrechen" }).click();
    const question = page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });
    await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect.poll(() => control(page, "PHP").inputValue()).toBe("8.4");
    await page.getByRole("link", { name: "Abbrechen" }).click();
    await question.getByRole("button", { name: "Verwerfen" }).click();
    await heading(page, "draft.example").waitFor();
    await openEdit(page, path);
    await expect.poll(() => control(page, "PHP").inputValue()).toBe("");
  });

  test("are saved by the keyboard from any field", async () => {
    const page = await openBrowser(portal, { person: jana });
    const path = await createWebsite(page, "https://keys.example");
    await openEdit(page, path);
    await unfold(page, "Technik");
    await control(page, "PHP").fill("8.3");
    await page.keyboard.press("Control+Enter");
    await heading(page, "keys.example").waitFor();
    await openEdit(page, path);
    await expect.poll(() => control(page, "PHP").inputValue()).toBe("8.3");
  });
});

describe("two people at one record", () => {
  test("compare what they did and keep both", async () => {
    const hers = await openBrowser(portal, { person: jana });
    const path = await createWebsite(hers, "https://beide.example");
    const his = await openBrowser(portal, { person: timo });
    await openEdit(hers, path);
    await openEdit(his, path);
    await unfold(hers, "Technik");
    await unfold(his, "Technik");

    await control(hers, "PHP").fill("8.4");
    await control(hers, "Version").fill("13");
    await control(his, "PHP").fill("8.3");
    await control(his, "Name").fill("Beide zusammen");
    await press(his, "Speichern");
    await heading(his, "Beide zusammen").waitFor();

    await hers.getByText("Timo Lang hat diesen Eintrag inzwischen geändert.").waitFor();
    await expect.poll(() => control(hers, "PHP").inputValue()).toBe("8.4");
    expectNoise(hers, /409/, /website\.update/);
    await press(hers, "Speichern");
    await hers.getByText("Dieser Eintrag wurde inzwischen von Timo Lang geändert.").waitFor();
    await press(hers, "Vergleichen");
    const dialog = hers.getByRole("dialog", { name: "Änderungen vergleichen" });
    const php = dialog.getByRole("group", { name: /^PHP/ });
    await php.getByText("Ihr habt beide dieses Feld geändert.").waitFor();
    expect(await findBarriers(hers, "comparing")).toEqual([]);
    await php.getByRole("radio", { name: /Timo Lang/ }).check();
    await dialog.getByRole("button", { name: "Auswahl speichern" }).click();
    await heading(hers, "Beide zusammen").waitFor();

    await openEdit(hers, path);
    await expect.poll(() => control(hers, "PHP").inputValue()).toBe("8.3");
    await expect.poll(() => control(hers, "Version").inputValue()).toBe("13");
  });
});

test("everyone can read and use a form, what is wrong with it and what a picker offers", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/domains/new");
  await press(page, "Domain anlegen");
  await page.getByText("Domain: Pflichtfeld.").waitFor();
  await control(page, "Kunde").fill("Nirgendwer");
  await page.getByRole("option", { name: /^Neu: „Nirgendwer“/ }).waitFor();
  expect(await findBarriers(page, "form")).toEqual([]);
  await page.keyboard.press("Escape");
  await unfold(page, "Registrierung");
  await control(page, "Registrar / Konto").fill("Konto Nord");
  await page.getByRole("option", { name: /^Neu: „Konto Nord“/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Neues Registrar-Konto" }).waitFor();
  expect(await findBarriers(page, "dialog")).toEqual([]);
});

describe("the sections of a long form", () => {
  test("are folded while they are empty, open by keys and by the rail, and stay so for who opened them", async () => {
    const page = await openBrowser(portal, { person: jana });
    const path = await createWebsite(page, "https://abschnitte.example");
    await openEdit(page, path);
    const rail = page.getByRole("navigation", { name: "Abschnitte" });
    await expect.poll(() => section(page, "Domains und Hoster").getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => section(page, "Technik").getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => control(page, "PHP").isVisible()).toBe(false);
    await section(page, "Technik").focus();
    await page.keyboard.press("Enter");
    await control(page, "PHP").waitFor();
    await rail.getByRole("button", { name: "Backup" }).click();
    await section(page, "Backup").and(page.locator(":focus")).waitFor();
    await control(page, "Backup-Werkzeug").waitFor();
    expect(await findBarriers(page, "sections")).toEqual([]);

    await openEdit(page, path);
    await expect.poll(() => section(page, "Technik").getAttribute("aria-expanded")).toBe("true");
    await section(page, "Technik").click();
    await page.reload();
    await control(page, "Backup-Werkzeug").waitFor();
    await expect.poll(() => control(page, "PHP").isVisible()).toBe(false);
  });

  test("open where something is wrong, and the rail says how much", async () => {
    const page = await openBrowser(portal, { person: jana });
    const path = await createWebsite(page, "https://falsch.example");
    await openEdit(page, path);
    const heading = page.locator("h2").getByRole("button", { name: /^Adressen/ });
    await heading.click();
    await control(page, "Repository").fill("kein Link");
    await heading.click();
    await press(page, "Speichern");
    await control(page, "Repository").and(page.locator(":focus")).waitFor();
    const rail = page.getByRole("navigation", { name: "Abschnitte" });
    await rail.getByRole("button", { name: "Adressen 1 Feld stimmt nicht" }).waitFor();
  });
});

describe("on a phone", () => {
  test("nothing is wider than the page, and the way to save stays in sight", async () => {
    await (await apiOf(portal, jana)).customer.create({ body: { name: "Weingut Telefon" } });
    const page = await openBrowser(portal, { person: jana, viewport: phone });
    const path = await createWebsite(page, "https://telefon.example");
    await openEdit(page, path);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBe(0);
    await control(page, "Kunde").click();
    await page.getByRole("listbox", { name: "Treffer" }).waitFor();
    await expect.poll(overflow).toBe(0);
    await page.keyboard.press("Escape");
    await unfold(page, "Technik");
    await control(page, "PHP").fill("8.4");
    const button = page.getByRole("button", { name: "Speichern" });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button.click();
    await heading(page, "telefon.example").waitFor();
  });
});

test("a date is picked from the calendar by keys alone, and Strg+Enter saves the form", async () => {
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/domains/new");
  await control(page, "Domain").fill("kalender.example");
  await unfold(page, "Verlängerung");
  const date = control(page, "Nächste Verlängerung");
  await date.fill("1.3.67");
  await date.press("ArrowDown");
  const calendar = page.getByRole("dialog", { name: "Datum auswählen" });
  await calendar.getByRole("heading", { name: "März 2067" }).waitFor();
  await calendar.getByRole("button", { name: "Dienstag, 1. März 2067" }).and(page.locator(":focus")).waitFor();
  expect(await findBarriers(page, "calendar")).toEqual([]);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await calendar.waitFor({ state: "detached" });
  await expect.poll(() => date.inputValue()).toBe("02.04.2067");
  await date.press("Control+Enter");
  await page.waitForURL(/\/domains\/(?!new)/);
  await page.getByText("02.04.2067").first().waitFor();
});
