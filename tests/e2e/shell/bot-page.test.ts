import { afterAll, beforeAll, expect, test } from "vitest";
import { setPublicUrl, userAgent } from "../../../server/outbound/user-agent.ts";
import { openBrowser } from "../../support/browser/browser.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  setPublicUrl(portal.url);
});
afterAll(async () => {
  setPublicUrl(undefined);
  await portal.stop();
});

/** Where whoever found the portal in their log is led to. */
const named = () => /\(\+(\S+)\)$/.exec(userAgent())?.[1] ?? "";

test("who found the portal in their log reads without an account who that was, what for, and how to be rid of it", async () => {
  const page = await openBrowser(portal);
  await page.goto(named());
  expect(page.url()).toBe(`${portal.url}/bot`);
  expect(await page.title()).toBe("Besuch vom MEDIUM TechCenter");
  await page.getByRole("heading", { level: 1, name: "Besuch vom MEDIUM TechCenter" }).waitFor();
  for (const name of ["Was er abruft", "Woran er sich hält", "Wenn Sie ihn nicht möchten"])
    await page.getByRole("heading", { level: 2, name }).waitFor();
  await page.getByText("mit dem User-Agent „MEDIUM-TechCenter“").waitFor();
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
});

test("the page names the agency that the portal belongs to", async () => {
  const admin = await apiOf(portal, await portal.hire({ role: "admin" }));
  const { values, version } = await admin.setting.get({ section: "general" });
  await admin.setting.update({ section: "general", values: { ...values, agencyName: "Atelier Amsel" }, version });
  const page = await openBrowser(portal, { javaScript: false });
  await page.goto("/bot");
  await page.getByText("mit dem Atelier Amsel die Websites, Domains und Server im Blick behält").waitFor();
  await page.getByText("Sagen Sie Atelier Amsel Bescheid.").waitFor();
});
