import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import { enforceRateLimit } from "../../../server/trpc/rate-limit.ts";
import { expectNoise, isAlive, openBrowser, phone, visit } from "../../support/browser/browser.ts";
import { field, isDelivered, log, message, say, twoBesideAPage } from "../../support/browser/chat-pages.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { putChat } from "../../support/chats.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { putPage } from "../../support/wiki/pages.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

describe("a chat between two browsers", () => {
  test("brings messages, mentions, answers, changes and who is writing", async () => {
    const { janas, timos } = await twoBesideAPage(portal);
    await log(janas).getByText("Neu", { exact: true }).waitFor();
    await say(janas, "Dann zwei Tage vorher.");
    await message(timos, "Dann zwei Tage vorher.").waitFor();
    // It is said for some seconds only.
    const isTold = timos.getByText("Jana schreibt …").waitFor();
    await field(janas).pressSequentially("Schaust du, @Timo");
    await isTold;
    await janas.getByRole("option", { name: /Timo Brandt/, selected: true }).waitFor();
    await janas.keyboard.press("Enter");
    await janas.keyboard.type("bitte?");
    await janas.keyboard.press("Enter");
    await message(timos, "Schaust du, @Timo Brandt bitte?").getByRole("link", { name: "@Timo Brandt" }).waitFor();
    await timos.getByText("Jana schreibt …").waitFor({ state: "detached" });
    await timos.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" }).waitFor();

    await message(timos, "Schaust du").hover();
    await message(timos, "Schaust du").getByRole("button", { name: "Antworten" }).click();
    await say(timos, "Mach ich.");
    await message(janas, "Mach ich.")
      .getByRole("button", { name: /Antwort auf Jana Petersen/ })
      .waitFor();

    await isDelivered(timos);
    await field(timos).press("ArrowUp");
    const change = timos.getByRole("textbox", { name: "Nachricht bearbeiten" });
    await change.fill("Mach ich gleich.");
    await change.press("Enter");
    await message(janas, "Mach ich gleich.").getByText("bearbeitet").waitFor();

    await message(timos, "Mach ich gleich.").hover();
    await message(timos, "Mach ich gleich.").getByRole("button", { name: "Mehr zur Nachricht" }).click();
    await timos.getByRole("menuitem", { name: "Löschen" }).click();
    await timos.getByRole("button", { name: "Löschen" }).click();
    await log(janas).getByText("Nachricht gelöscht").waitFor();
    await message(janas, "Mach ich gleich.").waitFor({ state: "detached" });

    await message(janas, "zwei Tage vorher").hover();
    await message(janas, "zwei Tage vorher").getByRole("button", { name: "Reagieren" }).click();
    await janas.getByRole("menuitem", { name: "Erledigt" }).click();
    await message(timos, "zwei Tage vorher").getByRole("button", { name: "Erledigt, 1: Jana Petersen" }).click();
    await message(janas, "zwei Tage vorher")
      .getByRole("button", { name: /Erledigt, 2/ })
      .waitFor();
  });

  test("keeps what is written without a connection and sends it once", async () => {
    const { janas, timos } = await twoBesideAPage(portal);
    expectNoise(janas, /ERR_INTERNET_DISCONNECTED/, /WebSocket/, /Failed to fetch/);
    await janas.context().setOffline(true);
    await say(janas, "Aus dem Zug");
    await message(janas, "Aus dem Zug").getByText("Wird gesendet …").waitFor();
    await janas.context().setOffline(false);
    await message(timos, "Aus dem Zug").waitFor();
    await isDelivered(janas);
    expect(await message(janas, "Aus dem Zug").count()).toBe(1);
    expect(await message(timos, "Aus dem Zug").count()).toBe(1);
  });

  test("says when the server does not take a message, and lets it be tried again or thrown away", async () => {
    const { janas, timos, chatId, pageId } = await twoBesideAPage(portal);
    const { db } = portal.portal.services;
    await db
      .updateTable("pages")
      .set({ privateToId: (await portal.hire()).id })
      .where("id", "=", pageId)
      .execute();
    expectNoise(janas, /404/, /<< mutation/, /<< query/);
    expectNoise(timos, /404/, /<< query/, /<< mutation #\d+ chat\.markRead/);
    await say(janas, "Ins Leere");
    await message(janas, "Ins Leere").getByText("Nicht gesendet").waitFor();
    await db.updateTable("pages").set({ privateToId: null }).where("id", "=", pageId).execute();
    await message(janas, "Ins Leere").getByRole("button", { name: "Erneut versuchen" }).click();
    await message(timos, "Ins Leere").waitFor();
    const rows = await db.selectFrom("chatMessages").select("number").where("chatId", "=", chatId).execute();
    expect(rows).toHaveLength(3);
  });

  test("keeps what is written too fast with the sentence that says so, until it is tried again or thrown away", async () => {
    const { jana, janas, timos } = await twoBesideAPage(portal);
    const { limits, now } = portal.portal.services;
    // As of later, so that a slow machine does not give room for another one meanwhile.
    const later = new Date(now().getTime() + 10 * 60_000);
    const writeOne = () => enforceRateLimit({ limits, now: () => later, person: jana }, "messages");
    const writeTooMany = async () => {
      for (;;) await writeOne();
    };
    await expect(writeTooMany()).rejects.toThrow(expect.objectContaining({ code: "too_many" }));
    expectNoise(janas, /^429 POST .*chat\.send/, /<< mutation #\d+ chat\.send/);
    await say(janas, "Schneller als gedacht");
    const kept = message(janas, "Schneller als gedacht");
    await kept.getByText(/Zu viele Nachrichten auf einmal\. Bitte warte \d+ Sekunde/).waitFor();
    await kept.getByRole("button", { name: "Nicht gesendet – erneut versuchen" }).waitFor();
    await janas.reload();
    await isAlive(janas);
    await kept.getByRole("button", { name: "Verwerfen" }).click();
    await kept.waitFor({ state: "detached" });
    expect(await message(timos, "Schneller als gedacht").count()).toBe(0);
  });

  test("carries pictures and files, by choosing and by pasting", async () => {
    const { janas, timos } = await twoBesideAPage(portal);
    await janas.getByLabel("Dateien auswählen").setInputFiles([
      { name: "plan.png", mimeType: "image/png", buffer: await aPng() },
      { name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from("a;b\n1;2\n") },
    ]);
    await janas.getByRole("list", { name: "Angehängt" }).getByText("liste.csv").waitFor();
    await sendOnceReady(janas);
    await log(timos).getByRole("img", { name: "plan.png" }).waitFor();
    await log(timos)
      .getByRole("link", { name: /liste\.csv/ })
      .waitFor();

    await field(janas).fill("Schau mal");
    await giveFiles(field(janas), "paste", [{ name: "image.png", base64: (await aPng()).toString("base64") }]);
    await janas
      .getByRole("list", { name: "Angehängt" })
      .getByText(/^Bildschirmfoto/)
      .waitFor();
    await sendOnceReady(janas);
    const picture = message(timos, "Schau mal").getByRole("img", { name: /^Bildschirmfoto/ });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test("takes files that are dropped anywhere on it, and refuses in words what is too large or of another kind", async () => {
    const { janas, timos } = await twoBesideAPage(portal);
    const small = Buffer.from("Ablauf").toString("base64");
    await giveFiles(log(janas), "drop", [
      { name: "riese.png", base64: "", bytes: 15 * 1024 * 1024 + 1 },
      { name: "ablauf.txt", base64: small },
    ]);
    const alert = janas.getByRole("group", { name: "Nachricht schreiben" }).getByRole("alert");
    await alert.getByText("Anhänge: „riese.png“ ist größer als 15 MB.").waitFor();
    await giveFiles(log(janas), "drop", [{ name: "programm.exe", base64: small }]);
    await alert.getByText("Anhänge: „programm.exe“ hat einen Dateityp, der nicht erlaubt ist.").waitFor();
    await sendOnceReady(janas);
    const link = log(timos).getByRole("link", { name: /ablauf\.txt/ });
    await link.waitFor();
    const stored = await timos.request.get((await link.getAttribute("href")) ?? "");
    expect([stored.status(), await stored.text()]).toEqual([200, "Ablauf"]);
    expect(await log(timos).getByText("riese.png").count()).toBe(0);
  });
});

test("once a long message is sent the field is one line high again, without movement too", async () => {
  const chatId = await putChat(portal.portal.services.db, {
    messages: [{ authorId: (await portal.hire()).id, body: "Was ist zu tun?" }],
  });
  const page = await openBrowser(portal, { person: await portal.hire(), reducedMotion: true });
  await visit(page, `/wiki/chats?chat=${chatId}`);
  await field(page).waitFor();
  const height = async () => (await field(page).boundingBox())?.height ?? 0;
  const before = await height();
  await field(page).fill("Eins\nZwei\nDrei\nVier");
  await expect.poll(height).toBeGreaterThan(before);
  await field(page).press("Enter");
  await expect.poll(height).toBe(before);
});

test("a draft survives a reload with what it mentions, and Escape leaves a message as it was", async () => {
  const { janas } = await twoBesideAPage(portal);
  await field(janas).pressSequentially("Noch nicht fertig, @Timo");
  await janas.getByRole("option", { name: /Timo Brandt/, selected: true }).waitFor();
  await janas.keyboard.press("Enter");
  const kept = () => janas.evaluate(() => Object.values(sessionStorage).join());
  await expect.poll(kept).toContain("Noch nicht fertig, @Timo Brandt");
  await janas.reload();
  await isAlive(janas);
  await expect.poll(() => field(janas).inputValue()).toBe("Noch nicht fertig, @Timo Brandt ");
  await field(janas).press("Enter");
  await message(janas, "Noch nicht fertig").getByRole("link", { name: "@Timo Brandt" }).waitFor();

  await isDelivered(janas);
  await field(janas).press("ArrowUp");
  const change = janas.getByRole("textbox", { name: "Nachricht bearbeiten" });
  await expect.poll(() => change.inputValue()).toContain("Noch nicht fertig");
  await change.fill("Etwas anderes");
  await change.press("Escape");
  await change.waitFor({ state: "detached" });
  await message(janas, "Noch nicht fertig").waitFor();
});

/** Sends what is attached as soon as it is uploaded. */
async function sendOnceReady(page: Page): Promise<void> {
  const send = page.getByRole("button", { name: "Senden" });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
}

interface GivenFile {
  name: string;
  base64: string;
  /** A file of so many empty bytes in place of the content. */
  bytes?: number;
}

/** Pastes or drops files onto an element. */
function giveFiles(on: Locator, how: "paste" | "drop", files: GivenFile[]): Promise<void> {
  return on.evaluate(
    (element, { how, files }) => {
      const data = new DataTransfer();
      for (const { name, base64, bytes } of files) {
        const content = bytes ? new Uint8Array(bytes) : Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([content], name, name.endsWith(".png") ? { type: "image/png" } : {}));
      }
      const all = { bubbles: true, cancelable: true };
      const event =
        how === "paste"
          ? new ClipboardEvent("paste", { ...all, clipboardData: data })
          : new DragEvent("drop", { ...all, dataTransfer: data });
      element.dispatchEvent(event);
    },
    { how, files },
  );
}

test("ten thousand messages scroll, jump and stay where they are", async () => {
  const jana = await portal.hire({ name: "Jana Petersen" });
  const { db } = portal.portal.services;
  const messages = Array.from({ length: 10_000 }, (_, index) => ({
    authorId: jana.id,
    body: `Nachricht ${index + 1}.`,
  }));
  const chatId = await putChat(db, { title: "Lang", messages });
  const page = await openBrowser(portal, { person: jana });
  await visit(page, `/wiki/chats?chat=${chatId}&message=4321`);
  await message(page, "Nachricht 4321.").waitFor();
  expect(await log(page).getByRole("article").count()).toBeLessThan(80);
  await page.getByRole("button", { name: "Zum Ende" }).click();
  await message(page, "Nachricht 10000.").waitFor();
  await message(page, "Nachricht 10000.").focus();
  await page.keyboard.press("Home");
  await message(page, "Nachricht 1.").waitFor();
});

test("an open list of chats shows the newest at its top, and one that gets a message comes back up", async () => {
  const [jana, timo] = [await portal.hire({ name: "Jana Petersen" }), await portal.hire({ name: "Timo Brandt" })];
  const api = await apiOf(portal, timo);
  const earlier = await api.chat.create({
    title: `Urlaub ${newId()}`,
    body: "Wer ist da?",
    clientId: newId(),
  });
  const page = await openBrowser(portal, { person: jana });
  await visitLive(page, "/wiki/chats");
  const first = page.getByRole("list", { name: "Chats" }).getByRole("listitem").first();
  await first.filter({ hasText: "Urlaub" }).waitFor();
  await api.chat.create({ title: `Umzug ${newId()}`, body: "Wann geht es los?", clientId: newId() });
  await first.filter({ hasText: "Umzug" }).waitFor();
  await api.chat.send({ chatId: earlier.id, body: "Ich nicht.", clientId: newId() });
  await first.filter({ hasText: "Urlaub" }).waitFor();
});

test("a chat beside a restricted page is met nowhere by others", async () => {
  const aylin = await portal.hire({ name: "Aylin Demir", role: "maintainer" });
  const jana = await portal.hire({ name: "Jana Petersen" });
  const { db } = portal.portal.services;
  const pageId = await putPage(db, { title: "Geheimer Plan", maintainersOnly: 1 });
  const chatId = await putChat(db, {
    title: "Geheimer Chat",
    pageId,
    messages: [{ authorId: aylin.id, body: "Streng geheim" }],
  });
  const page = await openBrowser(portal, { person: jana, expected: [/404/, /<< query/] });
  const mayNotSee = async () => expect(await page.content()).not.toMatch(/[Gg]eheim/);
  await visit(page, "/wiki/chats");
  await page.getByRole("heading", { name: "Chats" }).waitFor();
  await page.getByRole("list", { name: "Chats" }).or(page.getByText("Noch keine Chats.")).waitFor();
  await mayNotSee();
  await visit(page, `/wiki/chats?chat=${chatId}`);
  await page.getByText("Diesen Chat gibt es nicht.").waitFor();
  await mayNotSee();
  await visit(page, `/wiki/${pageId}?chat=${chatId}`);
  await page.getByText("Diese Seite gibt es nicht.").waitFor();
  await mayNotSee();
});

test("on a phone the list and a chat are one screen each; who only reads finds no field", async () => {
  const reader = await portal.hire({ name: "Linh Tran", role: "readonly" });
  const jana = await portal.hire({ name: "Jana Petersen" });
  const { db } = portal.portal.services;
  await putChat(db, {
    title: `Bereitschaft ${newId()}`,
    messages: [{ authorId: jana.id, body: "Wer macht Samstag?" }],
  });
  const page = await openBrowser(portal, { person: reader, viewport: phone });
  await visit(page, "/wiki/chats");
  await page.getByRole("link", { name: /Bereitschaft/ }).click();
  await message(page, "Wer macht Samstag?").waitFor();
  await page.getByText("Du kannst mitlesen.").waitFor();
  expect(await field(page).count()).toBe(0);
  await page.getByRole("button", { name: "Zurück zu den Chats" }).click();
  await page.getByRole("link", { name: /Bereitschaft/ }).waitFor();
});
