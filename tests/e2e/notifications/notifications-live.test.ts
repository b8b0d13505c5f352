import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { isBadgeCall, notify, visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const bell = (page: Page, words: string) => page.getByRole("button", { name: `Benachrichtigungen, ${words}` });
const panel = (page: Page) => page.getByRole("dialog", { name: "Benachrichtigungen" });

test("a notification is counted at once in every tab of its person, without a request, and in nobody else's", async () => {
  const [jana, timo] = [await portal.hire(), await portal.hire({ name: "Timo Brandt" })];
  const history = await openBrowser(portal, { person: jana });
  const dashboard = await history.context().newPage();
  const foreign = await openBrowser(portal, { person: timo });
  await Promise.all([
    visitLive(history, `/users/${jana.id}/notifications`),
    visitLive(dashboard, "/"),
    visitLive(foreign, "/"),
  ]);
  const calls = watchCalls(history);
  const callsOfDashboard = watchCalls(dashboard);

  await notify(portal, jana, "Notebook MT-00042 übergeben");
  await bell(dashboard, "1 ungelesen").waitFor();
  await bell(history, "1 ungelesen").waitFor();
  // The list on screen is asked for again; by then the badge would have been, too.
  await history.getByRole("listitem").filter({ hasText: "Notebook MT-00042 übergeben" }).waitFor();
  expect(calls.filter(({ path }) => path === "notification.list").map(({ input }) => input?.limit)).toEqual([10]);

  await notify(portal, timo, "Nur für Timo");
  await bell(foreign, "1 ungelesen").waitFor();
  await notify(portal, jana, "Ladegerät übergeben");
  await bell(dashboard, "2 ungelesen").waitFor();
  await history.getByRole("listitem").filter({ hasText: "Ladegerät übergeben" }).waitFor();
  expect([...calls, ...callsOfDashboard].filter(isBadgeCall)).toEqual([]);
});

test("the panel shows what is new, marks it as read, and takes in what arrives while it is open", async () => {
  const jana = await portal.hire();
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/");
  await bell(page, "keine ungelesen").waitFor();
  await expect.poll(() => bell(page, "keine ungelesen").isDisabled()).toBe(true);

  await notify(portal, jana, "Notebook MT-00042 übergeben");
  await bell(page, "1 ungelesen").click();
  await panel(page).getByText("Neu: Notebook MT-00042 übergeben").waitFor();
  await bell(page, "keine ungelesen").waitFor();

  await notify(portal, jana, "Ladegerät übergeben");
  await panel(page).getByText("Neu: Ladegerät übergeben").waitFor();
  await bell(page, "keine ungelesen").waitFor();
  const unread = portal.portal.services.db
    .selectFrom("notifications")
    .select("title")
    .where("forUserId", "=", jana.id)
    .where("readAt", "is", null);
  // The badge may show it before the server knows.
  await expect.poll(() => unread.execute()).toEqual([]);
});

test("what was read in one tab leaves the badge of the other, without a look at it", async () => {
  const jana = await portal.hire();
  const reading = await openBrowser(portal, { person: jana });
  const other = await reading.context().newPage();
  await Promise.all([visitLive(reading, "/"), visitLive(other, "/")]);
  await notify(portal, jana, "Notebook MT-00042 übergeben");
  await bell(other, "1 ungelesen").waitFor();
  await bell(reading, "1 ungelesen").click();
  await bell(reading, "keine ungelesen").waitFor();
  await bell(other, "keine ungelesen").waitFor();
  await expect.poll(() => bell(other, "keine ungelesen").isDisabled()).toBe(true);
});
