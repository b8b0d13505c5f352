import { afterAll, beforeAll, expect, test } from "vitest";
import { isSettled, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const desktop = { width: 1280, height: 800 };

test.each([
  ["a desktop", desktop, "Kunden", "/customers.data"],
  ["a phone", phone, "Websites", "/websites.data"],
] as const)("on %s the press on an entry fetches its page before it is let go", async (_what, viewport, name, data) => {
  const page = await openBrowser(portal, { person: await portal.hire(), viewport });
  await visit(page, "/settings");
  // The router hears a moment later where its links lead, and fetches nothing ahead until then.
  await isSettled(page);
  const asked = page.waitForRequest((request) => request.url().includes(data));
  // A pointer that comes near does so a tenth of a second later.
  const entry = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name, exact: true });
  await entry.dispatchEvent("pointerdown");
  await asked;
  expect(new URL(page.url()).pathname).toBe("/settings");
});
