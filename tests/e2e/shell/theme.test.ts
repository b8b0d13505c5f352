import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive, openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

test("the portal is light until somebody chooses otherwise, and Mod+J switches", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
  const stored = () => page.evaluate(() => localStorage.getItem("ui-color-scheme"));
  await visit(page, "/");
  expect(await isDark()).toBe(false);
  await page.keyboard.press("Control+j");
  await expect.poll(isDark).toBe(true);
  expect(await stored()).toBe("dark");
  await page.reload();
  await isAlive(page);
  expect(await isDark()).toBe(true);
  await page.getByRole("button", { name: /Konto/ }).click();
  await page.getByRole("menuitem", { name: "Helles Design" }).click();
  await expect.poll(isDark).toBe(false);
  expect(await stored()).toBe("light");
});

test("a stored choice is on the page before anything is painted", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), theme: "dark" });
  // Without the page's own scripts only what comes with the document can have set it.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort("aborted"));
  await page.goto("/");
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
    "rgb(246, 244, 245)",
  );
});
