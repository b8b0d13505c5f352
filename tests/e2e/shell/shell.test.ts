import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { openBrowser, phone, sessionEnded, visit } from "../../support/browser/browser.ts";
import { notify } from "../../support/notify.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  const env = { ADMIN_EMAIL: "admin@agentur.example", ADMIN_PASSWORD: "ein sehr langes Passwort" };
  portal = await startTestPortal({ pages: "built", env });
  admin = await portal.hire({ name: "Maren Ahlers", role: "admin" });
});
afterAll(() => portal.stop());

const rail = (page: Page) => page.getByRole("navigation", { name: "Hauptnavigation" });
const current = (page: Page) =>
  rail(page)
    .getByRole("link")
    .evaluateAll((links) => links.filter((link) => link.ariaCurrent === "page").map((link) => link.textContent));
const progress = (page: Page) => page.getByRole("progressbar", { name: "Seite wird geladen" });

/** The paths of spec section 2 with the heading and the title of each. */
const sections = [
  ["/websites", "Websites"],
  ["/domains", "Domains"],
  ["/hosts", "Hoster"],
  ["/customers", "Kunden"],
  ["/devices", "Geräte"],
  ["/wiki", "Wiki"],
  ["/feedback", "Feedback"],
  ["/settings", "Einstellungen"],
] as const;

describe("the navigation", () => {
  test("has its ten entries in order, 80 px wide", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/");
    const entries = rail(page).getByRole("listitem");
    expect(await entries.allTextContents()).toEqual([
      "Dashboard",
      "Websites",
      "Domains",
      "Hoster",
      "Kunden",
      "Geräte",
      "Wiki",
      "Suche",
      "Feedback",
      "Einstellungen",
    ]);
    expect((await rail(page).boundingBox())?.width).toBe(80);
  });

  test("leads to every section, whose page says where it is", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/");
    expect(await page.title()).toBe("Dashboard · MEDIUM TechCenter");
    expect(await current(page)).toEqual(["Dashboard"]);
    for (const [path, label] of sections) {
      await rail(page).getByRole("link", { name: label, exact: true }).click();
      await page.getByRole("heading", { name: label, level: 1 }).waitFor();
      expect(page.url()).toBe(portal.url + path);
      await expect.poll(() => page.title()).toBe(`${label} · MEDIUM TechCenter`);
      await expect.poll(() => current(page)).toEqual([label]);
    }
  });

  test("marks Einstellungen on its own page only, and nothing on an account", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/users");
    expect(await current(page)).toEqual([]);
    await visit(page, `/users/${admin.id}`);
    expect(await current(page)).toEqual([]);
  });

  test.each(sections)("%s answers to its address alone", async (path, label) => {
    const page = await openBrowser(portal, { person: admin, javaScript: false });
    expect((await page.goto(path))?.status()).toBe(200);
    await page.getByRole("heading", { name: label, level: 1 }).waitFor();
  });
});

test("every entry of the navigation is on screen at a height of 600 px", async () => {
  const page = await openBrowser(portal, { person: admin, viewport: { width: 1440, height: 600 } });
  await visit(page, "/");
  const list = await rail(page).getByRole("list").boundingBox();
  const end = (list?.y ?? 0) + (list?.height ?? 0);
  for (const entry of await rail(page).getByRole("listitem").all()) {
    const box = await entry.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(end + 0.5);
  }
});

test("an unknown address stays in the shell, says so and leads back", async () => {
  const page = await openBrowser(portal, { person: admin, expected: [/^404 GET .*\/gibt-es-nicht/] });
  await visit(page, "/gibt-es-nicht");
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
  expect(await rail(page).isVisible()).toBe(true);
  await page.getByRole("link", { name: "Zum Dashboard", exact: true }).click();
  await page.getByRole("heading", { name: /Willkommen\./ }).waitFor();
});

describe("the progress bar", () => {
  const hold = async (page: Page, url: RegExp) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(url, async (route: Route) => {
      await held;
      await route.continue();
    });
    return release;
  };

  test("runs while another path is on its way, 3 px high, and is gone afterwards", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings");
    const release = await hold(page, /\/settings\/users\.data/);
    await page.getByRole("link", { name: /Benutzer & Rollen/ }).click();
    await progress(page).waitFor();
    expect((await progress(page).boundingBox())?.height).toBe(3);
    await expect.poll(async () => Number(await progress(page).getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    release();
    await page.getByRole("heading", { name: "Benutzer & Rollen" }).waitFor();
    await progress(page).waitFor({ state: "detached" });
  });

  test("stays away when only the search of an address changes", async () => {
    const page = await openBrowser(portal, { person: admin });
    await visit(page, "/settings/users");
    const release = await hold(page, /\/settings\/users\.data\?/);
    // What is asked for anew when the live connection stands has no role.
    const asked = page.waitForRequest(/\/settings\/users\.data\?.*role=admin|user\.list.*admin/);
    await page.getByRole("combobox", { name: "Rolle" }).selectOption("Admin");
    await asked;
    expect(await progress(page).count()).toBe(0);
    release();
    await page.waitForURL(/role=admin/);
    expect(await progress(page).count()).toBe(0);
  });
});

describe("on a phone", () => {
  test("the bar has five entries and „Mehr“ holds the rest", async () => {
    const page = await openBrowser(portal, { person: admin, viewport: phone });
    await visit(page, "/");
    await rail(page).getByRole("button", { name: "Mehr" }).click();
    const sheet = page.getByRole("dialog", { name: "Mehr" });
    await sheet.waitFor();
    for (const [, label] of sections) expect(await sheet.getByRole("link", { name: label }).isVisible()).toBe(true);
    await sheet.getByRole("link", { name: "Kunden" }).click();
    await page.getByRole("heading", { name: "Kunden", level: 1 }).waitFor();
    await sheet.waitFor({ state: "detached" });
  });

  test("the account and the way out are in „Mehr“", async () => {
    const page = await openBrowser(portal, { person: await portal.hire(), viewport: phone, expected: sessionEnded });
    await visit(page, "/");
    await rail(page).getByRole("button", { name: "Mehr" }).click();
    await page
      .getByRole("dialog", { name: "Mehr" })
      .getByRole("link", { name: /Account/ })
      .click();
    await page.getByRole("navigation", { name: "Konto" }).waitFor();
    await rail(page).getByRole("button", { name: "Mehr" }).click();
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  });

  test("no page scrolls sideways at 360 px", async () => {
    const page = await openBrowser(portal, { person: admin, viewport: { width: 360, height: 740 } });
    const own = `/users/${admin.id}`;
    const forms = ["/websites/new", "/domains/new", "/hosts/new", "/customers/new", "/devices/new", "/import"];
    const settings = ["/settings/users", "/settings/lists", "/settings/live"];
    const paths = [...forms, ...settings, own, `${own}/security`, `${own}/notifications`];
    for (const path of ["/", ...sections.map(([path]) => path), ...paths, `${own}/appearance`]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
  });
});

test("whoever asks for less motion gets none that lasts", async () => {
  const person = await portal.hire();
  const page = await openBrowser(portal, { person, reducedMotion: true });
  await notify(portal, person);
  await visit(page, "/");
  await page.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).click();
  await page.getByRole("dialog", { name: "Benachrichtigungen" }).waitFor();
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration))),
  );
  expect(longest).toBeLessThanOrEqual(10);
});
