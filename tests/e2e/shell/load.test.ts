import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSettled, openBrowser, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({
    pages: "built",
    env: { ADMIN_EMAIL: "a@b.example", ADMIN_PASSWORD: "langes Wort 1" },
  });
});
afterAll(() => portal.stop());

/** A string that no other library has, for each that a page should not have to load at first. */
const marks = { push: "pusher:connection_established", rpc: "/api/trpc", palette: "kbar-listbox" };
type Library = keyof typeof marks;

/** Each script of the page that has a library in it, with when the page began to load it. */
async function scriptsWith(page: Page, library: Library): Promise<{ startTime: number }[]> {
  const scripts = await page.evaluate(async () => {
    const entries = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const first = entries.filter(({ name }, index) => entries.findIndex((entry) => entry.name === name) === index);
    return Promise.all(
      first.map(async ({ name, startTime }) => ({ startTime, text: await (await fetch(name)).text() })),
    );
  });
  expect(scripts).not.toEqual([]);
  return scripts.filter(({ text }) => text.includes(marks[library])).map(({ startTime }) => ({ startTime }));
}

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime));

test.each<Library>(["push", "rpc", "palette"])("the sign-in page loads nothing of %s", async (library) => {
  const page = await openBrowser(portal);
  await visit(page, "/auth/signin");
  await isSettled(page);
  expect(await scriptsWith(page, library)).toEqual([]);
});

test("the shell shows itself before it loads the push client", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  await visitLive(page, "/");
  const [paintedAt = Number.POSITIVE_INFINITY] = await firstPaint(page);
  const [push, ...others] = await scriptsWith(page, "push");
  expect(others).toEqual([]);
  expect(push?.startTime).toBeGreaterThan(paintedAt);
});

test("the shell shows itself before it loads the palette's library", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  await visit(page, "/");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  const [paintedAt = Number.POSITIVE_INFINITY] = await firstPaint(page);
  const [palette] = await scriptsWith(page, "palette");
  expect(palette?.startTime).toBeGreaterThan(paintedAt);
  expect(await scriptsWith(page, "rpc")).toHaveLength(1);
});
