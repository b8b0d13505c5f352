import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive, openBrowser, visit } from "../support/browser.ts";
import { startTestPortal, type TestPortal } from "../support/portal.ts";

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
