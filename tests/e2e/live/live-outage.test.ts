import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { catchUp, isBadgeCall, notify, visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { keepAway } from "../../support/portal/outages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const lostSocket = /WebSocket connection to/;
const notice = (page: Page) => page.getByRole("status").getByText("Live-Updates unterbrochen");
const bell = (page: Page, words: string) => page.getByRole("button", { name: `Benachrichtigungen, ${words}` });

test("while Soketi is away the portal says so and works; when it is back, nothing was missed", async () => {
  const [jana, anna] = [await portal.hire(), await portal.hire({ name: "Anna Reuter", role: "admin" })];
  const page = await openBrowser(portal, { person: jana, expected: [lostSocket] });
  const team = await openBrowser(portal, { person: anna, expected: [lostSocket] });
  await Promise.all([visitLive(page, "/"), visitLive(team, "/settings/users")]);
  await notify(portal, jana, "Notebook MT-00042 übergeben");
  await bell(page, "1 ungelesen").waitFor();
  expect(await notice(page).count()).toBe(0);

  const release = keepAway(portal.portal.soketi);
  const janaIsBack = catchUp(page);
  const annaIsBack = catchUp(team);
  await Promise.all([notice(page).waitFor(), notice(team).waitFor()]);

  await bell(page, "1 ungelesen").click();
  const panel = page.getByRole("dialog", { name: "Benachrichtigungen" });
  await panel.getByText("Neu: Notebook MT-00042 übergeben").waitFor();
  await bell(page, "keine ungelesen").waitFor();
  await panel.getByRole("button", { name: "„Notebook MT-00042 übergeben“ löschen" }).click();
  await panel.getByText("Keine Benachrichtigungen vorhanden").waitFor();
  await panel.getByRole("button", { name: "Schließen" }).click();
  await page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Wiki" }).click();
  await page.waitForURL("**/wiki");
  await page.getByRole("heading", { level: 1, name: "Wiki" }).waitFor();

  await notify(portal, jana, "Während der Störung");
  const linh = await portal.hire({ name: "Linh Tran" });
  await portal.portal.services.live.publish([
    { event: "newUser", payload: { user: { id: linh.id, name: linh.name } } },
  ]);
  const row = team.getByRole("row").filter({ hasText: "Linh Tran" });
  expect([await bell(page, "keine ungelesen").count(), await row.count()]).toEqual([1, 0]);
  const [calls, callsOfTeam] = [watchCalls(page), watchCalls(team)];

  release();
  await Promise.all([janaIsBack, annaIsBack]);
  await Promise.all([notice(page).waitFor({ state: "detached" }), notice(team).waitFor({ state: "detached" })]);
  await bell(page, "1 ungelesen").waitFor();
  await row.waitFor();

  await notify(portal, jana, "Nach der Störung");
  await bell(page, "2 ungelesen").waitFor();
  await portal.portal.services.live.publish([{ event: "newFeedback", payload: sentinel, toUserId: anna.id }]);
  await team.getByText(sentinel.feedback.title, { exact: true }).waitFor();
  expect(calls.filter(isBadgeCall)).toHaveLength(1);
  expect(callsOfTeam.filter(({ path }) => path === "user.list")).toHaveLength(1);
});

const sentinel = { feedback: { id: "f1", title: "Danach" } };
