import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repairSearch } from "../../../server/search/rebuild.ts";
import { isAlive } from "../../support/browser/browser.ts";
import { log, message, say, twoBesideAPage } from "../../support/browser/chat-pages.ts";
import { keepToasts, toast } from "../../support/browser/toast.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
});
afterAll(() => portal.stop());

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Mehr zum Chat" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const box = (page: Page, text: string) => message(page, text).getByRole("checkbox");

test("a chat becomes feedback that names its page, quotes it and leads back", async () => {
  const { janas, timos, pageId, chatId, title } = await twoBesideAPage(portal);
  await say(timos, "Die TTL sollte das Portal selbst senken.");
  await message(janas, "Die TTL sollte").waitFor();
  await keepToasts(janas);
  await choose(janas, "Als Feedback anlegen");
  const dialog = janas.getByRole("dialog", { name: "Feedback geben" });
  await expect.poll(() => dialog.getByLabel("Titel").inputValue()).toBe("Mailumzug");
  await dialog.getByLabel("Titel").fill(`TTL senken ${chatId}`);
  await dialog.getByRole("button", { name: "Feedback geben" }).click();
  await toast(janas, "Danke!").getByRole("link", { name: "Ansehen" }).click();
  await janas.getByRole("heading", { level: 1, name: `TTL senken ${chatId}` }).waitFor();
  await janas.getByText("Die TTL sollte das Portal selbst senken.").waitFor();
  await janas.getByRole("link", { name: title }).first().waitFor();

  const back = janas.getByRole("link", { name: new RegExp(`/wiki/${pageId}\\?chat=${chatId}&message=1`) });
  await janas.goto((await back.getAttribute("href")) ?? "");
  await isAlive(janas);
  await message(janas, "Gehört das hier rein?").waitFor();
});

test("chosen messages become a section of a page that names their authors and leads back", async () => {
  const { janas, timos, chatId, title } = await twoBesideAPage(portal);
  // The page was put past the commands, which would have made it findable.
  await repairSearch(portal.portal.services);
  await say(timos, "TTL auf 300, zwei Tage vorher.");
  await say(timos, "Mahlzeit!");
  await message(janas, "Mahlzeit!").waitFor();
  await keepToasts(janas);
  await choose(janas, "Als Wiki-Abschnitt übernehmen …");
  await box(janas, "Ja, unbedingt.").check();
  await box(janas, "Mahlzeit!").check();
  await box(janas, "TTL auf 300").check();
  await box(janas, "Mahlzeit!").uncheck();
  await janas.getByRole("toolbar", { name: "Ausgewählte Nachrichten" }).getByText("2 ausgewählt").waitFor();
  await janas.getByRole("button", { name: "Ins Wiki" }).click();
  const dialog = janas.getByRole("dialog", { name: "Als Wiki-Abschnitt übernehmen" });
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await dialog.getByText("Seite: Pflichtfeld.").waitFor();
  await dialog.getByLabel("Überschrift").fill("TTL vor dem Umzug");
  const target = dialog.getByRole("combobox", { name: "Seite" });
  await target.fill(title);
  await janas.getByRole("option", { name: title }).waitFor();
  await target.press("Enter");
  await expect.poll(() => target.inputValue()).toBe(title);
  await dialog.getByRole("button", { name: "Übernehmen" }).click();
  await toast(janas, "Übernommen.").getByRole("link", { name: "Ansehen" }).click();

  await log(janas).waitFor({ state: "detached" });
  await janas.getByRole("heading", { name: "TTL vor dem Umzug" }).waitFor();
  await janas.getByText("TTL auf 300, zwei Tage vorher.").waitFor();
  await janas.getByText("Timo Brandt").first().waitFor();
  await janas.getByText("Mahlzeit!").waitFor({ state: "detached" });
  await janas.getByRole("link", { name: "Mailumzug" }).first().click();
  await janas.waitForURL((url) => url.searchParams.get("chat") === chatId && url.searchParams.get("message") === "2");
  await log(janas).getByText("Ja, unbedingt.").waitFor();
});
