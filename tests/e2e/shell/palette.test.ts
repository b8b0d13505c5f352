import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const palette = (page: Page) => page.getByRole("dialog", { name: "Suche" });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");

async function open(path = "/domains"): Promise<Page> {
  const page = await openBrowser(portal, { person: await portal.hire() });
  await visit(page, path);
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  return page;
}

test("the palette opens 600 px wide and 120 px from the top, with its placeholder", async () => {
  const page = await open();
  await expect.poll(() => palette(page).boundingBox()).toMatchObject({ y: 120, width: 600 });
  expect(await field(page).getAttribute("placeholder")).toBe("Search...");
});

test("the entry Suche opens it as well, on a phone from the bar below", async () => {
  const person = await portal.hire();
  const page = await openBrowser(portal, { person });
  await visit(page, "/");
  await page.getByRole("button", { name: "Suche" }).click();
  await palette(page).waitFor();

  const mobile = await openBrowser(portal, { person, viewport: phone });
  await visit(mobile, "/");
  await mobile.getByRole("button", { name: "Suche" }).click();
  await palette(mobile).waitFor();
  await expect.poll(async () => (await palette(mobile).boundingBox())?.width).toBe(phone.width);
});

test("a search without a hit says so, and Enter then does nothing", async () => {
  const page = await open();
  await field(page).fill("qqqq");
  await palette(page).getByText("Nothing found...").waitFor();
  await page.keyboard.press("Enter");
  expect(await palette(page).isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/domains");
});

test("never more than ten results show", async () => {
  const page = await open();
  await field(page).fill("e");
  await expect.poll(() => options(page).count()).toBe(10);
});

test.each([
  ["Home", "Get to home page", "/"],
  ["Dashboard", "Get full information about current system status", "/"],
  ["Documentation", "Visit documentation to lean more about all features", "/wiki"],
])("the entry %s writes to the console and leads where it says", async (name, note, path) => {
  const page = await open();
  const option = options(page).filter({ hasText: note });
  await option.waitFor();
  const logged = page.waitForEvent("console", (message) => message.type() === "log" && message.text() === name);
  await option.click();
  await logged;
  await page.waitForURL(`${portal.url}${path}`);
  await palette(page).waitFor({ state: "detached" });
});

test("sections are found by the first letters, without umlauts", async () => {
  const page = await open();
  await field(page).fill("gerate");
  await expect.poll(() => options(page).allTextContents()).toEqual(["Geräte"]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Geräte", level: 1 }).waitFor();
});
