import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { navigate, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { catchUp, isBadgeCall, notify, visitLive, watchCalls } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { keepAway } from "../../support/portal/outages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

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
  await bell(page, "keine ungelesen").waitFor();
  expect(await row.count()).toBe(0);
  const [calls, callsOfTeam] = [watchCalls(page), watchCalls(team)];

  release();
  await Promise.all([janaIsBack, annaIsBack]);
  await Promise.all([notice(page).waitFor({ state: "detached" }), notice(team).waitFor({ state: "detached" })]);
  await bell(page, "1 ungelesen").waitFor();
  await row.waitFor();

  await notify(portal, jana, "Nach der Störung");
  await bell(page, "2 ungelesen").waitFor();
  await portal.portal.services.live.publish([{ event: "newFeedback", payload: sentinel, toUserId: anna.id }]);
  await toast(team, sentinel.feedback.title).waitFor();
  expect(calls.filter(isBadgeCall)).toHaveLength(1);
  expect(callsOfTeam.filter(({ path }) => path === "user.list")).toHaveLength(1);
});

test.each([
  ["a phone", phone],
  ["a wide window", { width: 1440, height: 900 }],
])("what says so lies over nothing that can be pressed, on any main page, on %s", async (_, viewport) => {
  const person = await portal.hire({ role: "admin" });
  const api = await apiOf(portal, person);
  const { id } = await api.customer.create({ body: { name: `Amsel ${viewport.width}` } });
  const page = await openBrowser(portal, { person, viewport, expected: [lostSocket] });
  const release = keepAway(portal.portal.soketi);
  try {
    const lists = ["websites", "domains", "hosts", "customers", "contracts", "devices", "feedback"];
    const own = ["", "/notifications", "/appearance", "/security"].map((tab) => `/users/${person.id}${tab}`);
    const records = [`/customers/${id}`, `/customers/${id}/edit`, "/websites/new", "/feedback/new"];
    const others = ["/", "/calendar", "/tasks", "/wiki", "/wiki/new", "/wiki/chats", "/import", "/settings/general"];
    const covered: Record<string, string[]> = {};
    // One page for all of them, as people go through the portal: each new one would wait for its socket to be missed.
    await visit(page, "/");
    for (const path of [...others, ...lists.map((list) => `/${list}`), ...records, ...own]) {
      await navigate(page, path);
      await page.waitForURL(`${portal.url}${path}`);
      await notice(page).waitFor();
      const found = await page.evaluate(coveredByNotice);
      if (found.length > 0) covered[path] = found;
    }
    expect(covered).toEqual({});
  } finally {
    release();
  }
});

/** What can be pressed and lies below the notice, at either end of the page. */
function coveredByNotice(): string[] {
  const said = [...document.querySelectorAll('[role="status"] p')].find(({ textContent }) =>
    textContent?.includes("Live-Updates unterbrochen"),
  );
  const below = new Set<string>();
  for (const y of [0, document.documentElement.scrollHeight]) {
    window.scrollTo(0, y);
    for (const element of document.querySelectorAll("a, button, input, select, textarea")) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      if (width > 0 && at && said?.contains(at)) below.add(element.outerHTML.slice(0, 120));
    }
  }
  return [...below];
}

const sentinel = { feedback: { id: "f1", title: "Danach" } };
