import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, openBrowser, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

let portal: TestPortal;
let jana: Person;
let timo: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  jana = await portal.hire({ name: "Jana Petersen" });
  timo = await portal.hire({ name: "Timo Brandt" });
  api = await apiOf(portal, jana);
});
afterAll(() => portal.stop());

const noNetwork = [/ERR_INTERNET_DISCONNECTED/, /WebSocket connection to/, /WebSocket is closed/, /Failed to fetch/];

const text = (page: Page) => page.getByRole("textbox", { name: "Text der Seite" });
const state = (page: Page) => page.getByRole("region", { name: "Bearbeiten" }).getByRole("status");
const says = (page: Page, words: string) => state(page).getByText(words, { exact: true }).waitFor();
const aPage = async (title: string) => (await api.page.create({ body: { title }, parentId: null })).id;

async function openWriting(page: Page, id: string): Promise<void> {
  await visit(page, `/wiki/${id}?edit`);
  await text(page).click();
  await says(page, "Alle Änderungen gespeichert");
}

/** Writes a line of its own below all others. */
async function addLine(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
}

/** How often each of the words stands there; the names at the cursors of others and the breaks of lines aside. */
async function counts(page: Page, words: readonly string[], place: Locator = text(page)): Promise<number[]> {
  const bare = (from: string) => from.replace(/Jana Petersen|Timo Brandt|\s/g, "");
  const whole = bare(await place.innerText());
  return words.map((word) => whole.split(bare(word)).length - 1);
}

test("two people write into one page at once, and no word is lost", async () => {
  const id = await aPage("Checkliste Livegang");
  const [first, second] = await Promise.all([
    openBrowser(portal, { person: jana }),
    openBrowser(portal, { person: timo }),
  ]);
  await Promise.all([openWriting(first, id), openWriting(second, id)]);
  await first
    .getByRole("group", { name: "Schreiben mit" })
    .getByRole("img", { name: /Timo Brandt/ })
    .waitFor();

  await first.keyboard.type("Oben: \nUnten: ");
  // With the space behind it: what is written there before that has come may stand on either side of it.
  await expect.poll(() => text(second).evaluate((element) => element.textContent)).toMatch(/Unten:\s/);
  const words = (name: string) => Array.from({ length: 12 }, (_, at) => `${name}${at}x`);
  const [janas, timos] = [words("jana"), words("timo")];
  await first.keyboard.press("ArrowUp");
  await second.keyboard.press("Control+End");
  await Promise.all([first.keyboard.type(janas.join(" ")), second.keyboard.type(timos.join(" "))]);
  const all = [...janas, ...timos];
  for (const page of [first, second]) {
    await says(page, "Alle Änderungen gespeichert");
    await expect.poll(() => counts(page, all)).toEqual(all.map(() => 1));
  }
  for (const line of [`Oben: ${janas.join(" ")}`, `Unten: ${timos.join(" ")}`])
    await expect.poll(async () => (await api.page.read({ id })).html).toContain(`<p>${line}</p>`);
});

test("who was offline for a while comes back with both texts, and a third person reads them", async () => {
  const id = await aPage("Bereitschaft am Wochenende");
  const rea = await portal.hire({ name: "Rea Lesend", role: "readonly" });
  const [here, away, reader] = await Promise.all([
    openBrowser(portal, { person: jana }),
    openBrowser(portal, { person: timo, expected: noNetwork }),
    openBrowser(portal, { person: rea }),
  ]);
  await Promise.all([openWriting(here, id), openWriting(away, id), visitLive(reader, `/wiki/${id}`)]);
  await here.keyboard.type("Vorher gemeinsam");
  await text(away).getByText("Vorher gemeinsam").waitFor();

  await away.context().setOffline(true);
  await says(away, "Offline – du kannst weiterschreiben");
  await addLine(away, "Unterwegs im Zug geschrieben");
  await says(away, "Offline – Änderungen werden auf diesem Gerät aufbewahrt");
  await addLine(here, "Derweil im Büro geschrieben");
  await says(here, "Alle Änderungen gespeichert");
  expect(await counts(here, ["Unterwegs im Zug"])).toEqual([0]);
  expect(await counts(away, ["Derweil im Büro"])).toEqual([0]);

  await away.context().setOffline(false);
  await says(away, "Alle Änderungen gespeichert");
  const lines = ["Vorher gemeinsam", "Unterwegs im Zug geschrieben", "Derweil im Büro geschrieben"];
  for (const page of [here, away]) await expect.poll(() => counts(page, lines)).toEqual([1, 1, 1]);

  await away.getByRole("button", { name: "Fertig" }).click();
  await away.getByRole("link", { name: "Bearbeiten" }).waitFor();
  await expect.poll(() => counts(reader, lines, reader.getByRole("article"))).toEqual([1, 1, 1]);
});

test("what was written without a connection survives a closed tab", async () => {
  const id = await aPage("Störung im Rechenzentrum");
  const page = await openBrowser(portal, { person: jana, expected: noNetwork });
  await openWriting(page, id);
  await page.context().setOffline(true);
  await page.keyboard.type("Noch nicht beim Server");
  await says(page, "Offline – Änderungen werden auf diesem Gerät aufbewahrt");
  page.once("dialog", (question) => void question.accept());
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);

  await page.context().setOffline(false);
  const again = await page.context().newPage();
  await visit(again, `/wiki/${id}?edit`);
  await text(again).getByText("Noch nicht beim Server").waitFor();
  await says(again, "Alle Änderungen gespeichert");
  await again.getByRole("button", { name: "Fertig" }).click();
  await again.getByRole("link", { name: "Bearbeiten" }).waitFor();
  await expect.poll(async () => (await api.page.read({ id })).html.split("Noch nicht beim Server").length).toBe(2);
});

test("who leaves while offline is told what becomes of their work", async () => {
  const id = await aPage("Übergabe");
  const page = await openBrowser(portal, { person: jana });
  await openWriting(page, id);
  expectNoise(page, ...noNetwork);
  await page.context().setOffline(true);
  await page.keyboard.type("Fast fertig");
  await says(page, "Offline – Änderungen werden auf diesem Gerät aufbewahrt");
  await page.getByRole("navigation", { name: "Pfad" }).getByRole("link", { name: "Wiki" }).click();
  const question = page.getByRole("alertdialog", { name: "Noch nicht übertragen" });
  await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await question.waitFor({ state: "detached" });
  await page.context().setOffline(false);
  await says(page, "Alle Änderungen gespeichert");
});
