import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

test("the document has its title, language, viewport and colour scheme before any script runs", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), javaScript: false });
  await page.goto("/");
  const content = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute("content");
  // Without it browsers would lay the page out by the rules of the nineties.
  expect(await page.content()).toMatch(/^<!DOCTYPE html>/i);
  expect(await page.title()).toContain("MEDIUM TechCenter");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await content("viewport")).toContain("width=device-width");
  expect(await content("color-scheme")).toBe("light");
});

test("what a person is to press first is red, shade #B40032", async () => {
  const page = await openBrowser(portal, { person: await portal.hire({ role: "admin" }) });
  await visit(page, "/settings/users");
  const button = page.getByRole("button", { name: "Einladen" });
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(180, 0, 50)");
});

test("the avatar of the navigation is round and 60 px wide", async () => {
  const page = await openBrowser(portal, { person: await portal.hire({ name: "Jana Petersen" }) });
  await visit(page, "/");
  const avatar = page.getByRole("button", { name: /Konto von/ });
  expect(await avatar.boundingBox()).toMatchObject({ width: 60, height: 60 });
  expect(Number.parseFloat(await avatar.evaluate((element) => getComputedStyle(element).borderRadius))).toBeGreaterThan(
    30,
  );
});

test("the progress bar grows in 300 ms and fades in 400 ms", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  await visit(page, "/settings");
  await page.route(/\/feedback\.data/, () => undefined);
  await page.route(/_shell\.feedback.*\.js/, () => undefined);
  await page.getByRole("link", { name: "Feedback" }).click();
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  const style = await bar.evaluate((element) => {
    const { transitionProperty, transitionDuration } = getComputedStyle(element);
    return { transitionProperty, transitionDuration };
  });
  expect(style).toEqual({ transitionProperty: "width, opacity", transitionDuration: "0.3s, 0.4s" });
});
