import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { expectNoise, openBrowser, visit } from "../../support/browser/browser.ts";
import { isDelivered, log, message, say, shownTexts, twoBesideAPage } from "../../support/browser/chat-pages.ts";
import { catchUp } from "../../support/browser/live-pages.ts";
import { keepAway } from "../../support/portal/outages.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { freePort, newDataDir, startPortalProcess } from "../../support/portal/portal-process.ts";
import { hireInto } from "../../support/staff.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

const lostSocket = /WebSocket connection to/;
const numbered = /Satz \d/;

test("what two people write while Soketi is away is with both of them afterwards, once and in its order", async () => {
  const { jana, janas, timos, chatId } = await twoBesideAPage(portal, { expected: [lostSocket] });
  const release = keepAway(portal.portal.soketi);
  const isBack = [janas, timos].map(catchUp);
  const notice = (page: Page) => page.getByRole("status").getByText("Live-Updates unterbrochen");
  await Promise.all([notice(janas).waitFor(), notice(timos).waitFor()]);

  for (const [index, page] of [janas, timos, timos, janas, timos].entries()) {
    await say(page, `Satz ${index}.`);
    await message(page, `Satz ${index}.`).waitFor();
    await isDelivered(page);
  }
  release();
  await Promise.all(isBack);
  const all = [0, 1, 2, 3, 4].map((index) => `Satz ${index}`);
  for (const page of [janas, timos]) {
    await message(page, "Satz 4.").waitFor();
    await expect.poll(() => shownTexts(page, numbered)).toEqual(all);
  }
  const bodies = () =>
    portal.portal.services.db
      .selectFrom("chatMessages")
      .select("body")
      .where("chatId", "=", chatId)
      .where("number", ">", 2)
      .orderBy("number")
      .execute();
  expect((await bodies()).map(({ body }) => body)).toEqual(all.map((text) => `${text}.`));

  // Whoever looks on has read it; who is away is told how much is new.
  const readByJana = async () => {
    const row = await portal.portal.services.db
      .selectFrom("chatReads")
      .select("number")
      .where("chatId", "=", chatId)
      .where("userId", "=", jana.id)
      .executeTakeFirst();
    return row?.number;
  };
  await expect.poll(readByJana).toBe(7);
  const panel = janas.getByRole("region", { name: "Chat", exact: true });
  await panel.getByRole("button", { name: "Chat schließen" }).click();
  await log(janas).waitFor({ state: "detached" });
  await janas.getByRole("button", { name: "Chat öffnen, 1 offen" }).waitFor();
  await say(timos, "Satz 5.");
  await janas.getByRole("link", { name: /^Chats\s*1\s*ungelesen/ }).waitFor();
  await janas.getByRole("button", { name: "Chat öffnen, 1 ungelesen" }).waitFor();
});

test("what is on its way when the portal is killed is sent again by itself, and is there once", async () => {
  const dataDir = newDataDir();
  const jana = await hireInto(dataDir);
  const env = { PORT: await freePort() };
  let running = await startPortalProcess({ dataDir, env });
  onTestFinished(async () => void (await running.end("SIGKILL")));
  const page = await openBrowser(
    { ...portal, url: running.url, signIn: async () => ({ ...jana, sessionId: "" }) },
    {
      person: jana,
    },
  );
  expectNoise(page, lostSocket, /ERR_/, /Failed to fetch/, /<< (query|mutation)/, /<< subscription/);
  await visit(page, "/wiki/chats?new");
  const dialog = page.getByRole("dialog", { name: "Neuer Chat" });
  await dialog.getByLabel("Titel").fill("Standfest");
  await dialog.getByLabel("Erste Nachricht").fill("Satz 0.");
  await dialog.getByRole("button", { name: "Chat eröffnen" }).click();
  await message(page, "Satz 0.").waitFor();

  // The first message is written, but its answer never comes; the second finds nobody.
  const killed = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route("**/api/trpc/chat.send**", async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    await running.end("SIGKILL");
    await route.abort();
    killed.resolve();
  });
  await say(page, "Satz 1.");
  await killed.promise;
  await say(page, "Satz 2.");
  await message(page, "Satz 2.").getByText("Wird gesendet …").waitFor();
  running = await startPortalProcess({ dataDir, env });

  await isDelivered(page);
  await expect.poll(() => shownTexts(page, numbered)).toEqual(["Satz 0", "Satz 1", "Satz 2"]);
  await page.reload();
  await message(page, "Satz 2.").waitFor();
  await expect.poll(() => shownTexts(page, numbered)).toEqual(["Satz 0", "Satz 1", "Satz 2"]);
  await page.close();
  expect(await running.end("SIGTERM")).toBe(0);
});
