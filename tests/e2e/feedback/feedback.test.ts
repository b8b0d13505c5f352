import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectNoise, isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { card, chooseTool, column, drag, giveBy } from "../../support/browser/feedback-pages.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const hireMaintainer = () => portal.hire({ name: "Timo Brandt", role: "maintainer" });
const hireAuthor = () => portal.hire({ name: "Jana Petersen" });

/** Gives feedback by the form over whatever page is shown. */
async function give(page: Page, title: string): Promise<void> {
  await page.keyboard.press("Control+Shift+f");
  const dialog = page.getByRole("dialog", { name: "Feedback geben" });
  await dialog.getByLabel("Titel").fill(title);
  await dialog.getByRole("button", { name: "Feedback geben" }).click();
  await toast(page, "Danke!")
    .getByText(/^Dein Feedback F-\d+ ist angekommen\.$/)
    .waitFor();
}

test("an entry can be voted for while what draws its pictures is still on its way", async () => {
  const id = await giveBy(portal, await hireAuthor(), "Bilder lassen auf sich warten");
  const page = await openBrowser(portal, { person: await hireMaintainer() });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/gallery-/, async (route) => {
    await promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/gallery-/);
  await page.goto(`/feedback/${id}`, { waitUntil: "domcontentloaded" });
  await asked;
  await isAlive(page);
  await page.getByRole("button", { name: /dafür stimmen$/ }).click();
  await page.getByRole("button", { name: /dafür stimmen$/, pressed: true }).waitFor();
  const came = page.waitForResponse(/\/assets\/gallery-/);
  resolve();
  await came;
});

test("feedback from any page reaches maintainers at once, and its author hears live what became of it", async () => {
  const [timo, jana] = [await hireMaintainer(), await hireAuthor()];
  const [board, page] = [await openBrowser(portal, { person: timo }), await openBrowser(portal, { person: jana })];
  await Promise.all([visitLive(board, "/feedback"), visitLive(page, "/websites?q=weingut")]);
  await give(page, "Vorschau in Tablet-Breite");

  const told = toast(board, "Neues Feedback");
  await told.getByText("Vorschau in Tablet-Breite").waitFor();
  await column(board, "Neu").getByRole("article").filter({ hasText: "Vorschau in Tablet-Breite" }).waitFor();
  await told.getByRole("link", { name: "Ansehen" }).click();
  await board.getByRole("heading", { level: 1, name: "Vorschau in Tablet-Breite" }).waitFor();
  await board.getByRole("link", { name: "/websites?q=weingut" }).waitFor();

  await board.getByRole("button", { name: "Geprüft" }).click();
  await toast(board, "Status geändert: Neu → Geprüft.").waitFor();
  await page.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).waitFor();
  await board.getByRole("button", { name: "Status: Geprüft, ändern" }).click();
  await board.getByRole("menuitem", { name: "Erledigt …" }).click();
  const dialog = board.getByRole("dialog", { name: "Als erledigt melden" });
  expectNoise(board, /^400 POST .*feedback\.setStatus/, /Bitte eine Antwort für den Autor schreiben/);
  await dialog.getByRole("button", { name: "Erledigt melden" }).click();
  await dialog.getByText("Antwort: Bitte eine Antwort für den Autor schreiben.").waitFor();
  await dialog.getByLabel("Antwort ans Team").fill("Ab heute zeigt die Vorschau drei Breiten.");
  await dialog.getByRole("button", { name: "Erledigt melden" }).click();

  const done = toast(page, "Feedback erledigt");
  await done.getByText("Dein Feedback „Vorschau in Tablet-Breite“ wurde umgesetzt.").waitFor();
  await done.getByRole("link", { name: "Ansehen" }).click();
  await page.getByText("Ab heute zeigt die Vorschau drei Breiten.").first().waitFor();
});

test("an author who was away finds in the bell what became of their feedback", async () => {
  const [timo, jana] = [await hireMaintainer(), await hireAuthor()];
  const id = await giveBy(portal, jana, "Sammelprüfung nach einer Störung");
  const board = await openBrowser(portal, { person: timo });
  await visit(board, `/feedback/${id}`);
  await board.getByRole("button", { name: "Status: Neu, ändern" }).click();
  await board.getByRole("menuitem", { name: "Erledigt …" }).click();
  await board.getByLabel("Antwort ans Team").fill("Geht jetzt mit einem Klick.");
  await board.getByRole("button", { name: "Erledigt melden" }).click();
  await toast(board, "Status geändert: Neu → Erledigt.").waitFor();

  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/");
  await page.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).click();
  await page.getByText("Geht jetzt mit einem Klick.").waitFor();
});

test("a card is dragged, moved by keys and by its menu; a colleague sees it wander, and members may not", async () => {
  const [timo, jana] = [await hireMaintainer(), await hireAuthor()];
  await giveBy(portal, jana, "Karte, die wandert");
  // Cards that are still animated would be missed by the pointer.
  const board = await openBrowser(portal, { person: timo, reducedMotion: true });
  const page = await openBrowser(portal, { person: jana });
  await Promise.all([visitLive(board, "/feedback"), visitLive(page, "/feedback")]);
  await card(board, "Karte, die wandert").getByRole("link").focus();
  await board.keyboard.press("Alt+ArrowRight");
  await column(board, "Geprüft").getByText("Karte, die wandert").waitFor();
  await column(page, "Geprüft").getByText("Karte, die wandert").waitFor();

  await card(board, "Karte, die wandert").hover();
  await board
    .getByRole("button", { name: /^F-\d+ verschieben$/ })
    .and(card(board, "Karte, die wandert").getByRole("button"))
    .click();
  await board.getByRole("menuitem", { name: "Geplant" }).click();
  await column(page, "Geplant").getByText("Karte, die wandert").waitFor();
  await column(board, "Geplant").getByText("Karte, die wandert").waitFor();

  await drag(board, "Karte, die wandert", "Erledigt");
  const dialog = board.getByRole("dialog", { name: "Als erledigt melden" });
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await dialog.waitFor({ state: "detached" });
  await column(board, "Geplant").getByText("Karte, die wandert").waitFor();
  await drag(board, "Karte, die wandert", "Erledigt");
  await dialog.getByLabel("Antwort ans Team").fill("Fertig.");
  await dialog.getByRole("button", { name: "Erledigt melden" }).click();
  await column(page, "Erledigt").getByText("Karte, die wandert").waitFor();

  await card(page, "Karte, die wandert").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await toast(page, "Verschieben können nur Betreuer.").waitFor();
  expect(await column(page, "Erledigt").getByText("Karte, die wandert").count()).toBe(1);
});

test("a pasted picture is marked by keys, and what is made unreadable never leaves the browser", async () => {
  const jana = await hireAuthor();
  const page = await openBrowser(portal, { person: jana });
  await visit(page, "/feedback/new");
  await page.getByLabel("Titel").fill("Passwort steht im Bild");
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 240;
    const paper = canvas.getContext("2d") as CanvasRenderingContext2D;
    for (let x = 0; x < 240; x += 2) {
      paper.fillStyle = x % 4 === 0 ? "black" : "white";
      paper.fillRect(x, 0, 2, 240);
    }
    const blob = (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))) as Blob;
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], "image.png", { type: "image/png" }));
    const field = document.querySelector("textarea") as HTMLTextAreaElement;
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: /^Markieren: Bildschirmfoto/ }).click();
  const dialog = page.getByRole("dialog", { name: "Bild markieren" });
  await chooseTool(dialog, "Verpixeln");
  await dialog.getByRole("application").focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("application", { name: "Bild mit 1 Markierung" }).waitFor();
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByRole("button", { name: "Feedback geben" }).click();
  await page.getByRole("heading", { level: 1, name: "Passwort steht im Bild" }).waitFor();
  await page.getByRole("img", { name: /^Bildschirmfoto/ }).waitFor();

  const key = await portal.portal.services.db.selectFrom("files").select("key").executeTakeFirstOrThrow();
  const shades = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const paper = canvas.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    paper.drawImage(bitmap, 0, 0);
    const row = (y: number) => [...paper.getImageData(112, y, 16, 1).data].filter((_, index) => index % 4 === 0);
    return { hidden: new Set(row(120)).size, open: new Set(row(10)).size };
  }, `/api/file/${key.key}`);
  expect(shades.hidden).toBe(1);
  expect(shades.open).toBeGreaterThan(1);
});

test("what maintainers note among themselves stays out of a member's page, and mentions reach who is meant", async () => {
  const [timo, jana] = [await hireMaintainer(), await hireAuthor()];
  const id = await giveBy(portal, jana, "Wartungsfenster aus dem Kalender");
  const [page, other] = [await openBrowser(portal, { person: timo }), await openBrowser(portal, { person: jana })];
  await Promise.all([visitLive(page, `/feedback/${id}`), visitLive(other, `/feedback/${id}`)]);
  const field = page.getByRole("textbox", { name: "Kommentar schreiben" });
  await field.fill("Zahlt der Kunde dafür?");
  await page.getByLabel("Nur Betreuer").check();
  await page.getByRole("button", { name: "Intern notieren" }).click();
  await page.getByRole("listitem").filter({ hasText: "Zahlt der Kunde dafür?" }).waitFor();

  await field.pressSequentially("Danke, @Jana");
  await page.getByRole("option", { name: "Jana Petersen", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Kommentieren" }).click();
  await other.getByRole("listitem").filter({ hasText: "Danke, @Jana Petersen" }).waitFor();
  expect(await other.getByText("Zahlt der Kunde dafür?").count()).toBe(0);
});

test("a draft survives a reload, and a phone walks the columns", async () => {
  const jana = await hireAuthor();
  const page = await openBrowser(portal, { person: jana, viewport: phone });
  await visit(page, "/feedback/new");
  await page.getByLabel("Titel").fill("Angefangen in der Bahn");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await isAlive(page);
  await expect.poll(() => page.getByLabel("Titel").inputValue()).toBe("Angefangen in der Bahn");
  await page.getByRole("button", { name: "Feedback geben" }).click();
  await page.getByRole("heading", { level: 1, name: "Angefangen in der Bahn" }).waitFor();
  await page.getByRole("navigation", { name: "Brotkrumen" }).getByRole("link", { name: "Feedback" }).click();
  await card(page, "Angefangen in der Bahn").waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
