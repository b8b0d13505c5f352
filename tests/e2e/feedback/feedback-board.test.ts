import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectNoise, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { call, card, cardIn, column, drag, giveBy, letGo, pickUp } from "../../support/browser/feedback-pages.ts";
import { catchUp, visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { keepAway } from "../../support/portal/outages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const hireTwo = async () =>
  [
    await portal.hire({ name: "Anna Reuter", role: "admin" }),
    await portal.hire({ name: "Timo Brandt", role: "maintainer" }),
  ] as const;
let count = 0;
/** A title of its own for every card of every run. */
const titled = (words: string) => {
  count += 1;
  return `${words} (${count})`;
};
const board = "/feedback?layout=board";

test("a card in the hand stays there while somebody else moves others", async () => {
  const [anna, timo] = await hireTwo();
  const [mine, theirs] = [titled("Karte in der Hand"), titled("Karte der anderen")];
  for (const title of [mine, theirs]) await giveBy(portal, anna, title);
  const page = await openBrowser(portal, { person: timo, reducedMotion: true });
  const other = await openBrowser(portal, { person: anna, reducedMotion: true });
  await Promise.all([visitLive(page, board), visitLive(other, board)]);
  await pickUp(page, mine);
  await card(other, theirs).getByRole("link").focus();
  await other.keyboard.press("Alt+ArrowRight");
  await cardIn(page, "Geprüft", theirs).waitFor();
  await letGo(page, "Geplant");
  await cardIn(page, "Geplant", mine).waitFor();
  await cardIn(other, "Geplant", mine).waitFor();
});

test("of two who move the same card one is faster, and the other reads who, and where it is now", async () => {
  const [anna, timo] = await hireTwo();
  const [wanted, last] = [titled("Karte, die zwei wollen"), titled("Karte danach")];
  const id = await giveBy(portal, anna, wanted);
  const lastId = await giveBy(portal, anna, last);
  const page = await openBrowser(portal, { person: timo, reducedMotion: true });
  await visitLive(page, board);
  await pickUp(page, wanted);
  await call(portal, anna, "feedback.setStatus", { id, status: "reviewed" });
  await call(portal, anna, "feedback.setStatus", { id: lastId, status: "reviewed" });
  await cardIn(page, "Geprüft", last).waitFor();
  // What hangs at the pointer stays where it was taken from.
  expect(await cardIn(page, "Geprüft", wanted).count()).toBe(0);
  expectNoise(page, /^409 POST .*feedback\.setStatus/, /inzwischen von Anna Reuter geändert/);
  await letGo(page, "In Arbeit");
  await toast(page, "Nicht verschoben")
    .getByText(/^Anna Reuter war schneller: F-\d+ steht jetzt auf „Geprüft“\.$/)
    .waitFor();
  await cardIn(page, "Geprüft", wanted).waitFor();
  expect(await cardIn(page, "In Arbeit", wanted).count()).toBe(0);
});

test("who is late with an answer keeps the words, learns who was faster and may send them all the same", async () => {
  const [anna, timo] = await hireTwo();
  const title = titled("Zweimal erledigt");
  const id = await giveBy(portal, anna, title);
  const page = await openBrowser(portal, { person: timo, reducedMotion: true });
  await visitLive(page, board);
  await drag(page, title, "Erledigt");
  const dialog = page.getByRole("dialog", { name: "Als erledigt melden" });
  await dialog.getByLabel("Antwort ans Team").fill("Geht jetzt.");
  await dialog.getByLabel("Umgesetzt in").fill("2026.12");
  await call(portal, anna, "feedback.setStatus", { id, status: "planned" });
  expectNoise(page, /^409 POST .*feedback\.setStatus/, /inzwischen von Anna Reuter geändert/);
  await dialog.getByRole("button", { name: "Erledigt melden" }).click();
  await dialog.getByText(/Anna Reuter war schneller: F-\d+ steht jetzt auf „Geplant“\./).waitFor();
  expect(await dialog.getByLabel("Antwort ans Team").inputValue()).toBe("Geht jetzt.");
  await dialog.getByRole("button", { name: "Erledigt melden" }).click();
  await dialog.waitFor({ state: "detached" });
  await cardIn(page, "Erledigt", title).getByRole("link").click();
  await page.getByText(/Umgesetzt in 2026\.12/).waitFor();
});

test("keys lead a card along the columns without letting go of it", async () => {
  const [anna, timo] = await hireTwo();
  const title = titled("Karte an den Tasten");
  await giveBy(portal, anna, title);
  const page = await openBrowser(portal, { person: timo });
  await visitLive(page, board);
  const link = card(page, title).getByRole("link");
  await link.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(`Alt+${key}`);
  await cardIn(page, "Geplant", title).waitFor();
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  const stored = () =>
    portal.portal.services.db.selectFrom("feedback").select("status").where("title", "=", title).executeTakeFirst();
  await expect.poll(async () => (await stored())?.status).toBe("planned");
  await cardIn(page, "Geplant", title).waitFor();
});

test("what was moved while Soketi was away stands on both boards once it is back", async () => {
  const [anna, timo] = await hireTwo();
  const titles = [titled("Ohne Live, links"), titled("Ohne Live, rechts")] as const;
  for (const title of titles) await giveBy(portal, anna, title);
  const expected = [/WebSocket connection to/];
  const page = await openBrowser(portal, { person: timo, reducedMotion: true, expected });
  const other = await openBrowser(portal, { person: anna, reducedMotion: true, expected });
  const pages = [page, other] as const;
  await Promise.all(pages.map((each) => visitLive(each, board)));
  const release = keepAway(portal.portal.soketi);
  const areBack = pages.map(catchUp);
  const notice = (each: Page) => each.getByRole("status").getByText("Live-Updates unterbrochen");
  await Promise.all(pages.map((each) => notice(each).waitFor()));
  await move(page, titles[0]);
  await move(other, titles[1]);
  await cardIn(page, "Geprüft", titles[0]).waitFor();
  await cardIn(other, "Geprüft", titles[1]).waitFor();
  release();
  await Promise.all(areBack);
  for (const each of pages) for (const title of titles) await cardIn(each, "Geprüft", title).waitFor();
  await expect
    .poll(
      async () => JSON.stringify(await inColumn(page, "Geprüft")) === JSON.stringify(await inColumn(other, "Geprüft")),
    )
    .toBe(true);
});

test("a phone moves cards by their menus", async () => {
  const [anna, timo] = await hireTwo();
  const title = titled("Karte unterwegs");
  await giveBy(portal, anna, title);
  const page = await openBrowser(portal, { person: timo, viewport: phone });
  await visit(page, board);
  const menu = card(page, title).getByRole("button", { name: /^F-\d+ verschieben$/ });
  const target = await menu.boundingBox();
  expect([target?.width, target?.height].every((side = 0) => side >= 44)).toBe(true);
  await menu.click();
  await page.getByRole("menuitem", { name: "Geplant" }).click();
  await cardIn(page, "Geplant", title).waitFor();
});

test("a board shows who else is here, and who reads which entry", async () => {
  const [anna, timo] = await hireTwo();
  const title = titled("Karte mit Besuch");
  const id = await giveBy(portal, anna, title);
  const page = await openBrowser(portal, { person: timo });
  const other = await openBrowser(portal, { person: anna });
  await Promise.all([visitLive(page, board), visitLive(other, `/feedback/${id}`)]);
  const reader = card(page, title).getByRole("img", { name: "Anna Reuter, da" });
  await reader.waitFor();
  const here = page.getByRole("group", { name: "Auch hier" }).getByRole("img", { name: "Anna Reuter, da" });
  expect(await here.count()).toBe(0);
  await other.getByRole("navigation", { name: "Brotkrumen" }).getByRole("link", { name: "Feedback" }).click();
  await here.waitFor();
  await reader.waitFor({ state: "detached" });
  await other.close();
  await here.waitFor({ state: "detached" });
});

test("a vote is given on the card, and what is one's own stays in sight", async () => {
  const [anna, timo] = await hireTwo();
  const [mine, theirs] = [titled("Meine eigene Karte"), titled("Karte von Anna")];
  await giveBy(portal, timo, mine);
  await giveBy(portal, anna, theirs);
  const page = await openBrowser(portal, { person: timo });
  await visit(page, board);
  await card(page, theirs)
    .getByRole("button", { name: /stimmen$/, pressed: false })
    .click();
  await card(page, theirs)
    .getByRole("button", { name: /^2Stimmen|^2 Stimmen/, pressed: true })
    .waitFor();
  await page.getByRole("button", { name: "Ich folge", exact: true }).click();
  await card(page, mine).waitFor();
  await card(page, theirs).waitFor({ state: "detached" });
});

async function move(page: Page, title: string): Promise<void> {
  await card(page, title).getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowRight");
}

const inColumn = (page: Page, name: string) =>
  column(page, name).getByRole("article").getByRole("link").allTextContents();
