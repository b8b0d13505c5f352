import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../server/db/connection.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { expectNoise, openBrowser, sessionEnded, visit } from "../../support/browser/browser.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { freePort, newDataDir, startPortalProcess } from "../../support/portal/portal-process.ts";
import { hireInto } from "../../support/staff.ts";
import { documentOf, putPage } from "../../support/wiki/pages.ts";

let portal: TestPortal;
let malte: Person;
let api: Api;

beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  malte = await portal.hire({ name: "Malte Grothe", role: "admin" });
  api = await apiOf(portal, malte);
});
afterAll(() => portal.stop());

const noNetwork = [
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_CONNECTION/,
  /ERR_NETWORK/,
  /ERR_SOCKET/,
  /ERR_EMPTY_RESPONSE/,
  /WebSocket connection to/,
  /WebSocket is closed/,
  /Failed to fetch/,
  /CLIENT_SESSION_ERROR/,
  /<< (query|mutation)/,
];
const goneHere = [/^404 GET .*page\.read/, /<< query/, /^404 POST .*page\./, /<< mutation/];

const text = (page: Page) => page.getByRole("textbox", { name: "Text der Seite" });
const state = (page: Page) => page.getByRole("region", { name: "Bearbeiten" }).getByRole("status");
const says = (page: Page, words: string) => state(page).getByText(words, { exact: true }).waitFor();
const stopped = (page: Page) => page.getByRole("region", { name: "Schreiben beendet" });
const kept = "Offline – Änderungen werden auf diesem Gerät aufbewahrt";
const htmlOf = async (id: string) => (await api.page.read({ id })).html;
const aPage = async (title: string) => (await api.page.create({ body: { title }, parentId: null })).id;

async function openWriting(page: Page, id: string): Promise<void> {
  await visitLive(page, `/wiki/${id}?edit`);
  await text(page).click();
  await says(page, "Alle Änderungen gespeichert");
}

async function writer(): Promise<Page> {
  return openBrowser(portal, { person: await portal.hire({ name: "Timo Brandt" }) });
}

test("a page that is thrown away while somebody writes in it says so, and is written on once it is back", async () => {
  const id = await aPage("Notdienst an Feiertagen");
  const page = await writer();
  await openWriting(page, id);
  await page.keyboard.type("Vor dem Papierkorb");
  await says(page, "Alle Änderungen gespeichert");
  await api.page.trash({ id });
  await stopped(page).getByText("Diese Seite liegt jetzt im Papierkorb.").waitFor();
  await stopped(page).getByText("Was du bis dahin geschrieben hast, ist gespeichert.").waitFor();
  await text(page).getByText("Vor dem Papierkorb").waitFor();
  await expect.poll(() => text(page).getAttribute("contenteditable")).toBe("false");

  await api.page.restore({ id });
  await stopped(page).waitFor({ state: "detached" });
  await expect.poll(() => text(page).getAttribute("contenteditable")).toBe("true");
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" und danach");
  await expect.poll(() => htmlOf(id)).toContain("Vor dem Papierkorb und danach");
});

test("what was written offline into a page that was thrown away meanwhile comes along when it is back", async () => {
  const id = await aPage("Zugänge beim Registrar");
  const page = await writer();
  expectNoise(page, ...noNetwork);
  await openWriting(page, id);
  await page.context().setOffline(true);
  await says(page, "Offline – du kannst weiterschreiben");
  await page.keyboard.type("Im Keller geschrieben");
  await says(page, kept);
  await api.page.trash({ id });
  await page.context().setOffline(false);
  await stopped(page).getByText("Deine letzten Änderungen liegen auf diesem Gerät und kommen dazu").waitFor();
  await stopped(page).getByRole("button", { name: "Text kopieren" }).waitFor();
  expect(await htmlOf(id)).not.toContain("Im Keller");

  await stopped(page).getByRole("link", { name: "Zur Seite" }).click();
  await page.getByText("Diese Seite liegt im Papierkorb.").waitFor();
  await api.page.restore({ id });
  await page.getByRole("link", { name: "Bearbeiten" }).click();
  await text(page).getByText("Im Keller geschrieben").waitFor();
  await says(page, "Alle Änderungen gespeichert");
  await expect.poll(() => htmlOf(id)).toContain("Im Keller geschrieben");
});

test("a page that is closed to its writer is gone for them, and what was not stored can be taken along", async () => {
  const id = await aPage("Gehaltsbänder");
  const page = await writer();
  expectNoise(page, ...noNetwork, ...goneHere);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openWriting(page, id);
  await page.context().setOffline(true);
  await says(page, "Offline – du kannst weiterschreiben");
  await page.keyboard.type("Mein letzter Gedanke");
  await says(page, kept);
  await api.page.setVisibility({ id, visibility: "maintainers" });
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
  expect(await text(page).count()).toBe(0);
  await page.getByRole("button", { name: "Text kopieren" }).click();
  await toast(page, "Text kopiert.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Mein letzter Gedanke");
  expect(await htmlOf(id)).not.toContain("Mein letzter Gedanke");
});

test("a session that ends while somebody writes costs no word: they sign in and go on", async () => {
  const id = await aPage("Rufbereitschaft");
  const timo = await portal.hire({ name: "Timo Brandt" });
  const page = await openBrowser(portal, {
    person: timo,
    expected: [...noNetwork, ...sessionEnded, ...goneHere],
  });
  await openWriting(page, id);
  await page.context().setOffline(true);
  await says(page, "Offline – du kannst weiterschreiben");
  await page.keyboard.type("Ohne Sitzung geschrieben");
  await says(page, kept);
  const { db, live } = portal.portal.services;
  await db.deleteFrom("sessions").where("userId", "=", timo.id).execute();
  live.disconnect({ userId: timo.id });
  await page.context().setOffline(false);
  // Led to the sign-in, or told to go there, whichever is heard of first.
  const signIn = page.getByRole("link", { name: "Wieder anmelden" });
  await expect.poll(async () => page.url().includes("/auth/") || (await signIn.count()) > 0).toBe(true);
  await page.close();

  const [name = "", value = ""] = (await portal.signIn(timo)).cookie.split("=");
  await page.context().addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: "Lax" }]);
  const again = await page.context().newPage();
  await visit(again, `/wiki/${id}?edit`);
  await text(again).getByText("Ohne Sitzung geschrieben").waitFor();
  await says(again, "Alle Änderungen gespeichert");
  await expect.poll(() => htmlOf(id)).toContain("Ohne Sitzung geschrieben");
});

test("two tabs of one person are two cursors of one text, and one tab carries on for the other", async () => {
  const id = await aPage("Übergabe am Freitag");
  const first = await writer();
  expectNoise(first, ...noNetwork);
  const second = await first.context().newPage();
  await openWriting(first, id);
  await openWriting(second, id);
  await first.keyboard.type("Aus dem ersten. ");
  await text(second).getByText("Aus dem ersten.").waitFor();
  await says(first, "Alle Änderungen gespeichert");
  expect(await first.getByRole("group", { name: "Schreiben mit" }).getByRole("img").count()).toBe(0);

  await first.context().setOffline(true);
  for (const [page, words] of [
    [first, "Offline im ersten. "],
    [second, "Offline im zweiten. "],
  ] as const) {
    await says(page, "Offline – du kannst weiterschreiben");
    await page.keyboard.type(words);
    await says(page, kept);
  }
  first.once("dialog", (question) => void question.accept());
  await Promise.all([first.waitForEvent("close"), first.close({ runBeforeUnload: true })]);
  await second.context().setOffline(false);
  await says(second, "Alle Änderungen gespeichert");
  for (const words of ["Aus dem ersten.", "Offline im ersten.", "Offline im zweiten."])
    await expect.poll(async () => (await htmlOf(id)).split(words).length).toBe(2);
});

test("a portal that is killed while somebody writes loses nothing, and the page goes on by itself", async () => {
  const dataDir = newDataDir();
  const { id: personId, cookie } = await hireInto(dataDir);
  const db = openDatabase(dataDir);
  const id = await putPage(db, { title: "Während des Absturzes", document: documentOf("Anfang.") });
  await db.destroy();
  const env = { PORT: await freePort() };
  let running = await startPortalProcess({ dataDir, env });
  onTestFinished(async () => void (await running.end("SIGTERM")));
  const stranger = { url: running.url, signIn: async () => ({ cookie, sessionId: "" }) } as unknown as TestPortal;
  const page = await openBrowser(stranger, { person: { id: personId }, expected: [...noNetwork, /^50\d /] });
  await visit(page, `/wiki/${id}?edit`);
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Vor dem Absturz.");
  await says(page, "Alle Änderungen gespeichert");
  expect(await running.end("SIGKILL")).toBe("SIGKILL");
  await says(page, "Offline – du kannst weiterschreiben");
  await page.keyboard.type(" Während er fort ist.");
  await says(page, kept);

  running = await startPortalProcess({ dataDir, env });
  await says(page, "Alle Änderungen gespeichert");
  await page.keyboard.type(" Danach.");
  await says(page, "Alle Änderungen gespeichert");
  await page.getByRole("button", { name: "Fertig" }).click();
  await page.getByRole("link", { name: "Bearbeiten" }).waitFor();
  await page.getByRole("article").getByText("Anfang. Vor dem Absturz. Während er fort ist. Danach.").waitFor();
});

test("favourites and what was changed last follow in another tab", async () => {
  const id = await aPage("Serverschrank beschriften");
  const page = await writer();
  const other = await page.context().newPage();
  await visitLive(page, `/wiki/${id}`);
  await visitLive(other, "/wiki");
  const favourites = other.getByRole("main").getByRole("list", { name: "Favoriten" });
  await page.getByRole("button", { name: "Favorit", exact: true, pressed: false }).click();
  await favourites.getByRole("link", { name: /Serverschrank beschriften/ }).waitFor();
  await page.getByRole("button", { name: "Favorit", exact: true, pressed: true }).click();
  await favourites.getByRole("link", { name: /Serverschrank beschriften/ }).waitFor({ state: "detached" });

  const late = await aPage("Gerade eben angelegt");
  const recent = other.getByRole("main").getByRole("list", { name: "Zuletzt geändert" }).getByRole("listitem");
  await recent.first().getByText("Gerade eben angelegt").waitFor();
  await other.getByRole("treeitem", { name: /Gerade eben angelegt/ }).waitFor();
  await api.page.move({ id: late, parentId: id });
  await other.getByRole("treeitem", { name: /Gerade eben angelegt/ }).waitFor({ state: "detached" });
  await portal.portal.services.pageRooms.edit(id, malte.id, () => documentOf("Fach für Fach"));
  await recent.first().getByText("Serverschrank beschriften").waitFor();
});
