import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { log, message, say } from "../../support/browser/chat-pages.ts";
import { visitLive } from "../../support/browser/live-pages.ts";
import { putChat } from "../../support/chats.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

/** How far below what is on screen the chat goes on. */
const belowOf = (page: Page) => () =>
  log(page).evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
    Math.round(scrollHeight - clientHeight - scrollTop),
  );
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a chat opens at its end whatever stands in it, follows what comes, and leaves alone who reads further up", async () => {
  const [jana, timo] = [await portal.hire({ name: "Jana Petersen" }), await portal.hire({ name: "Timo Brandt" })];
  const { db, now } = portal.portal.services;
  const bodies = [
    "Kurz.",
    "Zeile\n".repeat(12),
    "ein-sehr-langes-wort-".repeat(20),
    "- a\n- b\n- c",
    "> Zitat\n\nAntwort",
  ];
  const messages = Array.from({ length: 60 }, (_, index) => ({
    authorId: index % 3 === 0 ? jana.id : timo.id,
    body: `${bodies[index % bodies.length]}\n\nNr. ${index + 1}.`,
  }));
  const chatId = await putChat(db, { title: "Bunt", messages });
  await db
    .insertInto("chatReads")
    .values({ chatId, userId: timo.id, number: messages.length, at: now().toISOString() })
    .execute();
  const [janas, timos] = [await openBrowser(portal, { person: jana }), await openBrowser(portal, { person: timo })];
  const path = `/wiki/chats?chat=${chatId}`;
  await Promise.all([visitLive(janas, `${path}&message=60`), visitLive(timos, path)]);
  await message(timos, "Nr. 60.").waitFor();
  await expect.poll(belowOf(timos)).toBe(0);
  await expect.poll(() => button(timos, "Zum Ende").count()).toBe(0);

  await say(janas, `${"Noch eine Zeile\n".repeat(15)}Nr. 61.`);
  await message(timos, "Nr. 61.").waitFor();
  await expect.poll(belowOf(timos)).toBe(0);
  await timos.setViewportSize({ width: 1440, height: 620 });
  await expect.poll(belowOf(timos)).toBe(0);

  await log(timos).hover();
  await timos.mouse.wheel(0, -900);
  await button(timos, "Zum Ende").waitFor();
  await say(janas, "Nr. 62.");
  await button(timos, "Neue Nachrichten").waitFor();
  expect(await belowOf(timos)()).toBeGreaterThan(200);
  await button(timos, "Neue Nachrichten").click();
  await message(timos, "Nr. 62.").waitFor();
  await expect.poll(belowOf(timos)).toBe(0);
  await button(timos, "Zum Ende").waitFor({ state: "detached" });

  // The turn of a wheel is heard before the list moves, and it may be measured anew in between.
  await log(timos).evaluate(async (list) => {
    list.dispatchEvent(new WheelEvent("wheel", { deltaY: -900, bubbles: true }));
    (list.firstElementChild as HTMLElement).style.borderBottom = "1px solid";
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    list.scrollTop -= 900;
  });
  await button(timos, "Zum Ende").waitFor();
});
