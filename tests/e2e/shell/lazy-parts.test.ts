import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let path: string;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  const api = await apiOf(portal, await portal.hire({ name: "Jana Petersen" }));
  path = `/wiki/${(await api.page.create({ body: { title: "Langsame Leitung" }, parentId: null })).id}`;
});
afterAll(() => portal.stop());

const unfetched = [/ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch dynamically imported module/, /preload/];

/** Holds a file of the build back; the answer lets it through. */
async function hold(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}-`), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Lets a file of the build fail; the answer ends that. */
async function fail(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/${name}-`);
  await page.route(pattern, (route) => route.abort("failed"));
  return () => page.unroute(pattern);
}

const more = (page: Page) => page.getByRole("button", { name: "Mehr zu Langsame Leitung" });
const failure = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Ein Teil der Seite konnte nicht geladen werden." });

test("a menu that is pressed before it is here says that it waits, and opens when it comes", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const release = await hold(page, "menu-window");
  await visit(page, path);
  await more(page).click();
  await expect.poll(() => more(page).getAttribute("aria-busy")).toBe("true");
  expect(await page.getByRole("menu").count()).toBe(0);
  release();
  await page.getByRole("menuitem", { name: "Link kopieren" }).waitFor();
  await expect.poll(() => more(page).getAttribute("aria-busy")).toBe(null);
});

test("a dialog that is pressed before it is here says that it waits, and opens when it comes", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), viewport: phone });
  const release = await hold(page, "dialog-window");
  await visit(page, path);
  const button = page.getByRole("button", { name: "Wiki", exact: true });
  await button.click();
  await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
  release();
  await page.getByRole("dialog").getByRole("treeitem", { name: "Langsame Leitung" }).waitFor();
});

test("a menu that cannot be fetched says so, and opens when it is tried again", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), expected: unfetched });
  const restore = await fail(page, "menu-window");
  const fails = () => page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/menu-window-"));
  // An idle page fetches it ahead.
  const hasFailedAhead = fails();
  await visit(page, path);
  await hasFailedAhead;
  await more(page).click();
  await failure(page).waitFor();
  await expect.poll(() => more(page).getAttribute("aria-expanded")).toBe("false");
  // Pressed anew it is tried anew, and fails anew.
  const hasFailedAnew = fails();
  await more(page).click();
  await hasFailedAnew;
  await expect.poll(() => more(page).getAttribute("aria-expanded")).toBe("false");
  await restore();
  await failure(page).getByRole("button", { name: "Erneut versuchen" }).click();
  await page.getByRole("menuitem", { name: "Link kopieren" }).waitFor();
});

test("a dialog of the wiki that cannot be fetched says so, and opens when it is tried again", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), expected: unfetched });
  const restore = await fail(page, "trash-dialog");
  await visit(page, path);
  await more(page).click();
  await page.getByRole("menuitem", { name: "Papierkorb" }).click();
  await failure(page).waitFor();
  await restore();
  await failure(page).getByRole("button", { name: "Erneut versuchen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "In den Papierkorb" }).waitFor();
  await failure(page).waitFor({ state: "detached" });
});

test("the question before something is deleted is asked even after it could not be fetched", async () => {
  const person = await portal.hire();
  const api = await apiOf(portal, person);
  const state = { orderBy: [{ field: "name", descending: true as const }] };
  const { id } = await api.savedView.create({ body: { type: "customer", name: "Rückwärts", state } });
  await api.customer.create({ body: { name: "Fährhaus Seeblick" } });
  const page = await openBrowser(portal, { person, expected: unfetched });
  const restore = await fail(page, "confirm-dialog");
  await visit(page, `/customers?view=${id}`);
  await page.getByRole("button", { name: "Ansicht: Rückwärts" }).click();
  await page.getByRole("menuitem", { name: "Ansicht löschen …" }).click();
  await failure(page).waitFor();
  await restore();
  await failure(page).getByRole("button", { name: "Erneut versuchen" }).click();
  await page.getByRole("alertdialog", { name: "Ansicht „Rückwärts“ löschen?" }).waitFor();
  await failure(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Ansicht löschen" }).click();
  await page.getByRole("button", { name: "Ansicht: Eigene" }).waitFor();
});

test("a page asks for no dialog that a button opens before somebody comes near that button", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), viewport: phone });
  // What an idle page fetches ahead comes by itself.
  await page.addInitScript(() => {
    const idle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (run, options) => (options?.timeout === 5000 ? 0 : idle(run, options));
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, path);
  expect(asked.filter((url) => url.includes("/assets/dialog-window-"))).toEqual([]);
  const isAsked = page.waitForRequest(/\/assets\/dialog-window-/);
  await page.getByRole("button", { name: "Wiki", exact: true }).hover();
  await isAsked;
});
