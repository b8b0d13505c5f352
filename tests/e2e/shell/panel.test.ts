import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, openBrowser, visit } from "../../support/browser/browser.ts";
import { type Call, isBadgeCall, visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { notify } from "../../support/notify.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const panel = (page: Page) => page.getByRole("dialog", { name: "Benachrichtigungen" });
const bell = (page: Page) => page.getByRole("button", { name: /^Benachrichtigungen, / });
const rows = (page: Page) => panel(page).getByRole("listitem");
const listCall = /\/api\/trpc\/[^?]*notification\.list/;
/** What the panel asks for; the badge asks for the same list, one row of it. */
const listCalls = (calls: Call[]) => calls.filter((call) => call.path === "notification.list" && !isBadgeCall(call));

/** A person with notifications, on the dashboard. */
async function open(titles: string[]): Promise<{ page: Page; person: Person }> {
  const person = await portal.hire();
  for (const title of titles) await notify(portal, person, { title });
  const page = await openBrowser(portal, { person });
  // The page comes with its count; it asks again when the live connection stands.
  await visitLive(page, "/");
  await page.getByRole("heading", { name: /wartet auf dich|warten auf dich|Alles ruhig|Willkommen/ }).waitFor();
  return { page, person };
}

const refusal = (code: string, httpStatus: number, message: string) => ({
  status: httpStatus,
  contentType: "application/json",
  body: JSON.stringify([{ error: { json: { message, code: -32603, data: { code, httpStatus } } } }]),
});

test("the bell is off while nothing is unread, and says so", async () => {
  const { page } = await open([]);
  expect(await bell(page).getAttribute("aria-label")).toBe("Benachrichtigungen, keine ungelesen");
  expect(await bell(page).isDisabled()).toBe(true);
});

test("the panel is 400 by 500 px, shows markup and time, and closes with its button", async () => {
  const { page } = await open(["Notebook übergeben"]);
  await bell(page).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => panel(page).boundingBox()).toMatchObject({ width: 400, height: 500 });
  expect(
    await rows(page)
      .getByText("Malte", { exact: true })
      .evaluate((name) => name.tagName),
  ).toBe("B");
  expect(await rows(page).getByRole("time").textContent()).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  await panel(page).getByRole("button", { name: "Schließen" }).click();
  await panel(page).waitFor({ state: "detached" });
});

test("the palette that is opened right after it keeps the focus, and closes with Escape", async () => {
  const person = await portal.hire();
  await notify(portal, person);
  const page = await openBrowser(portal, { person, reducedMotion: true });
  await visit(page, "/");
  await bell(page).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  // As on a busy machine, where keys are taken before what a closing panel has yet to do.
  await page.evaluate(() => {
    const { setTimeout } = window;
    const later = (run: TimerHandler, ms = 0, ...rest: unknown[]) => setTimeout(run, Math.max(ms, 500), ...rest);
    Object.assign(window, { setTimeout: later });
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Suche" });
  await palette.waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  await palette.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
});

test("four bare rows stand there while it loads", async () => {
  const { page } = await open(["Notebook übergeben"]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(listCall, async (route) => {
    await held;
    await route.continue();
  });
  await bell(page).click();
  const loading = panel(page).getByRole("status");
  await loading.waitFor();
  expect(await loading.evaluate((skeletons) => skeletons.children.length - 1)).toBe(4);
  answer();
  await expect.poll(() => rows(page).count()).toBe(1);
});

test("a list that cannot be loaded says „Error“ after two retries, and can be asked for again", async () => {
  const { page } = await open(["Notebook übergeben"]);
  expectNoise(page, /^500 GET .*notification\.list/, /notification\.list/);
  const calls = watchCalls(page);
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: "" }));
  await bell(page).click();
  await panel(page).getByText("Error", { exact: true }).waitFor();
  expect(listCalls(calls)).toHaveLength(3);
  await page.unroute(listCall);
  await panel(page).getByRole("button", { name: "Erneut versuchen" }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
});

test("what was shown is read afterwards, and the badge is gone", async () => {
  const { page, person } = await open(["Eins", "Zwei"]);
  await bell(page).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Benachrichtigungen, keine ungelesen");
  const unread = portal.portal.services.db
    .selectFrom("notifications")
    .select("id")
    .where("forUserId", "=", person.id)
    .where("readAt", "is", null);
  await expect.poll(() => unread.execute()).toEqual([]);
});

test("no more than ten notifications show at once", async () => {
  const { page } = await open(Array.from({ length: 12 }, (_, index) => `Nummer ${index + 1}`));
  await bell(page).click();
  await expect.poll(() => rows(page).count()).toBe(10);
});

describe("deleting", () => {
  test("takes the row away at once, until there is none", async () => {
    const { page } = await open(["Eins"]);
    await bell(page).click();
    await rows(page).first().hover();
    await panel(page).getByRole("button", { name: "„Eins“ löschen" }).click();
    await panel(page).getByText("Keine Benachrichtigungen vorhanden").waitFor();
  });

  test("brings the row back when the server refuses, with its words in a red toast", async () => {
    const { page } = await open(["Eins", "Zwei"]);
    expectNoise(page, /^500 POST .*notification\.delete/, /notification\.delete/);
    await bell(page).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Benachrichtigungen, keine ungelesen");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/notification\.delete/, async (route) => {
      await held;
      await route.fulfill(refusal("INTERNAL_SERVER_ERROR", 500, "Zeitüberschreitung beim Server."));
    });
    await rows(page).filter({ hasText: "Eins" }).hover();
    await panel(page).getByRole("button", { name: "„Eins“ löschen" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    answer();
    await toast(page, "Fehler!", "alert").getByText("Zeitüberschreitung beim Server.").waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
  });
});
