import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectNoise, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { call, chooseTool, giveBy } from "../../support/browser/feedback-pages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

let count = 0;
const titled = (words: string) => {
  count += 1;
  return `${words} (${count})`;
};
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Feedback geben" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const open = (page: Page) => page.keyboard.press("Control+Shift+f");

test("entries like it are offered while typing, and nothing moves; closing keeps what was typed", async () => {
  const jana = await portal.hire();
  const known = titled("Wartungsfenster aus dem Kalender anlegen");
  await giveBy(portal, await portal.hire({ name: "Anna Reuter" }), known);
  // A dialog that is still animated moves what is measured.
  const page = await openBrowser(portal, { person: jana, reducedMotion: true });
  await visit(page, "/websites?q=weingut");
  await open(page);
  const dialog = dialogOf(page);
  const field = dialog.getByLabel("Titel");
  await field.waitFor();
  const top = async () => (await dialog.getByLabel("Bereich").boundingBox())?.y;
  await field.click();
  const before = await top();
  await field.fill("Wartungsfenster im Kalender");
  const hints = dialog.getByRole("region", { name: "Ähnliche Einträge" });
  await hints.getByRole("link", { name: known }).waitFor();
  expect(await top()).toBe(before);
  await page.keyboard.press("Escape");
  await hints.waitFor({ state: "detached" });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await open(page);
  await expect.poll(() => dialog.getByLabel("Titel").inputValue()).toBe("Wartungsfenster im Kalender");
  await dialog.getByRole("link", { name: "/websites?q=weingut" }).waitFor();
  await dialog.getByRole("button", { name: "Kontext nicht mitschicken" }).click();
  await dialog.getByRole("button", { name: "Feedback geben" }).click();
  await dialog.waitFor({ state: "detached" });
  const stored = () =>
    portal.portal.services.db
      .selectFrom("feedback")
      .leftJoin("feedbackContexts", "feedbackId", "id")
      .select("contextJson")
      .where("title", "=", "Wartungsfenster im Kalender")
      .executeTakeFirst();
  await expect.poll(stored).toEqual({ contextJson: null });
});

test("a file with a long name leaves the form as wide as its dialog", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), reducedMotion: true });
  await visit(page, "/websites");
  await open(page);
  const dialog = dialogOf(page);
  const field = dialog.getByLabel("Titel");
  await field.waitFor();
  const width = async () => (await field.boundingBox())?.width;
  const before = await width();
  expect(before).toBeGreaterThan(0);
  const name = `${"Bildschirmfoto".repeat(8)}.png`;
  await dropPicture(page, name);
  await dialog.getByRole("button", { name: `Markieren: ${name}` }).waitFor();
  // A scroll bar may take a little of it.
  expect(await width()).toBeLessThanOrEqual(before ?? 0);
});

test("without a connection the form says so, and a failure costs nothing that was typed", async () => {
  const page = await openBrowser(portal, { person: await portal.hire() });
  await visit(page, "/feedback/new");
  const title = titled("Im Zug geschrieben");
  await page.getByLabel("Titel").fill(title);
  await page.getByLabel("Beschreibung").fill("Der Tunnel war lang.");
  const setOnline = (isOnline: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(navigator, "onLine", { value: is, configurable: true });
      window.dispatchEvent(new Event(is ? "online" : "offline"));
    }, isOnline);
  await setOnline(false);
  await page.getByText(/^Du bist gerade offline\./).waitFor();
  expect(await page.getByRole("button", { name: "Feedback geben" }).isDisabled()).toBe(true);
  await setOnline(true);
  await page.getByText(/^Du bist gerade offline\./).waitFor({ state: "detached" });

  expectNoise(page, /feedback\.give/, /Failed to fetch/);
  await page.route("**/api/trpc/feedback.give*", (route) => route.abort());
  await page.getByRole("button", { name: "Feedback geben" }).click();
  await page.getByText(/^Der Server antwortet nicht\. Was du geschrieben hast, bleibt hier stehen/).waitFor();
  expect(await page.getByLabel("Titel").inputValue()).toBe(title);
  expect(await page.getByLabel("Beschreibung").inputValue()).toBe("Der Tunnel war lang.");
  await page.unroute("**/api/trpc/feedback.give*");
  await page.getByRole("button", { name: "Feedback geben" }).click();
  await heading(page, title).waitFor();
});

test("a finger marks a dropped picture on a phone at night, and takes a mark back", async () => {
  const page = await openBrowser(portal, { person: await portal.hire(), viewport: phone, theme: "dark" });
  await visit(page, "/feedback/new");
  const title = titled("Kundendaten im Bild");
  await page.getByLabel("Titel").fill(title);
  await dropPicture(page);
  await page.getByRole("button", { name: "Markieren: kunde.png" }).click();
  const dialog = page.getByRole("dialog", { name: "Bild markieren" });
  const paper = dialog.getByRole("application");
  await paper.waitFor();
  await swipe(page, { from: [0.1, 0.1], to: [0.4, 0.4] });
  await dialog.getByRole("application", { name: "Bild mit 1 Markierung" }).waitFor();
  await dialog.getByRole("button", { name: "Rückgängig" }).click();
  await dialog.getByRole("application", { name: "Bild mit 0 Markierungen" }).waitFor();
  await chooseTool(dialog, "Verpixeln");
  await swipe(page, { from: [0.05, 0.5], to: [0.95, 0.95] });
  await dialog.getByRole("application", { name: "Bild mit 1 Markierung" }).waitFor();
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Feedback geben" }).click();
  await heading(page, title).waitFor();
  const source = await page.getByRole("img", { name: "kunde.png" }).getAttribute("src");
  const key = new URL(source ?? "", portal.url).pathname.split("/").at(-1);
  const cookies = await page.context().cookies();
  const answer = await fetch(`${portal.url}/api/file/${key}`, {
    headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shades = (row: number) =>
    new Set(data.subarray((row * info.width + 100) * info.channels, (row * info.width + 116) * info.channels)).size;
  expect([info.width, info.height]).toEqual([240, 240]);
  expect(shades(170)).toBe(1);
  expect(shades(20)).toBeGreaterThan(1);
});

test("who edits what somebody else has changed meanwhile compares the two, and nothing is lost", async () => {
  const jana = await portal.hire();
  const timo = await portal.hire({ name: "Timo Brandt", role: "maintainer" });
  const title = titled("Vorschau auf Tablets");
  const id = await giveBy(portal, jana, title);
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/feedback/${id}/edit`);
  await page.getByLabel("Titel").fill(`${title}, quer`);
  const body = { description: "Gemeint ist das iPad." };
  await call(portal, timo, "feedback.update", { params: { id }, body, version: 1 });
  expectNoise(page, /^409 POST .*feedback\.update/, /inzwischen von Timo Brandt geändert/);
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("button", { name: "Vergleichen" }).click();
  const dialog = page.getByRole("dialog", { name: "Änderungen vergleichen" });
  await dialog.getByText("Gemeint ist das iPad.").first().waitFor();
  await dialog.getByRole("button", { name: "Auswahl speichern" }).click();
  await heading(page, `${title}, quer`).waitFor();
  await page.getByText("Gemeint ist das iPad.").waitFor();
});

/** Drops a picture of thin stripes onto the attachments. */
async function dropPicture(page: Page, name = "kunde.png"): Promise<void> {
  await page.getByRole("group", { name: "Anhänge" }).evaluate(async (target, filename) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 240;
    const paper = canvas.getContext("2d") as CanvasRenderingContext2D;
    for (let x = 0; x < 240; x += 2) {
      paper.fillStyle = x % 4 === 0 ? "black" : "white";
      paper.fillRect(x, 0, 2, 240);
    }
    const blob = (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))) as Blob;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([blob], filename, { type: "image/png" }));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, name);
}

interface Swipe {
  from: [x: number, y: number];
  to: [x: number, y: number];
}

/** A finger over the picture, between two points given as shares of its width and height. */
async function swipe(page: Page, { from, to }: Swipe): Promise<void> {
  const paper = page.getByRole("application");
  // What is still moving would be missed.
  await (await paper.elementHandle())?.waitForElementState("stable");
  const box = await paper.boundingBox();
  if (!box) throw new Error("the picture is not on screen");
  const at = ([x, y]: [number, number]) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(from)] });
  for (const point of [middle, to])
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(point)] });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}
