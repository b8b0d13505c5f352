import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

/** Keeps back what a path needs until it is released. */
async function hold(page: Page, path: string) {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === `${path}.data`,
    async (route) => {
      await isReleased;
      await route.continue();
    },
  );
  return release;
}

const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name, exact: true });
const skeleton = (page: Page) => page.locator("[data-page-skeleton]");

test.each([
  ["a wide window", { width: 1440, height: 900 }],
  ["a phone", phone],
])(
  "the entry that was chosen is marked before its page has come, which has a skeleton meanwhile, in %s",
  async (_, viewport) => {
    const page = await openBrowser(portal, { person: await portal.hire(), viewport });
    await visit(page, "/");
    const release = await hold(page, "/websites");
    await entry(page, "Websites").click();
    await expect.poll(() => entry(page, "Websites").getAttribute("aria-current")).toBe("page");
    expect(await entry(page, "Dashboard").getAttribute("aria-current")).toBeNull();
    await skeleton(page).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0);
    release();
    await page.getByRole("heading", { name: "Websites", level: 1 }).waitFor();
    await skeleton(page).waitFor({ state: "detached" });
  },
);

test("a tab of the same record has no skeleton, however long it takes", async () => {
  const person = await portal.hire({ role: "admin" });
  const page = await openBrowser(portal, { person });
  await visit(page, `/users/${person.id}`);
  await page.evaluate(() => {
    Object.assign(window, { seen: 0 });
    new MutationObserver(() => {
      if (document.querySelector("[data-page-skeleton]")) Object.assign(window, { seen: 1 });
    }).observe(document.body, { subtree: true, childList: true });
  });
  const path = `/users/${person.id}/security`;
  const release = await hold(page, path);
  await page.getByRole("link", { name: /^Sicherheit/ }).click();
  await page.getByRole("progressbar", { name: "Seite wird geladen" }).waitFor();
  // The bar has its first step after 500 ms, which is later than any skeleton.
  await page.waitForFunction(
    () => Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")) > 0,
  );
  release();
  await page.waitForURL(`**${path}`);
  expect(await page.evaluate(() => (window as unknown as { seen: number }).seen)).toBe(0);
});
