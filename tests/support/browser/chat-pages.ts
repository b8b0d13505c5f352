import type { Page } from "playwright-core";
import { newId } from "../../../server/db/new-id.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { putChat } from "../chats.ts";
import type { TestPortal } from "../portal/portal.ts";
import { putPage } from "../wiki/pages.ts";
import { openBrowser } from "./browser.ts";
import { visitLive } from "./live-pages.ts";

export const log = (page: Page) => page.getByRole("log", { name: "Nachrichten" });
export const field = (page: Page) => page.getByRole("textbox", { name: "Nachricht", exact: true });
export const message = (page: Page, text: string) => log(page).getByRole("article").filter({ hasText: text });

/** Writes a message as a person does. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** Resolves when the server has everything that was written here. */
export async function isDelivered(page: Page): Promise<void> {
  await log(page).getByText("Wird gesendet …").first().waitFor({ state: "detached" });
}

/** The words of all messages on screen, in their order. */
export async function shownTexts(page: Page, fitting: RegExp): Promise<string[]> {
  const texts = await log(page).getByRole("article").allInnerTexts();
  return texts.flatMap((text) => fitting.exec(text)?.[0] ?? []);
}

export interface Beside {
  jana: Person;
  timo: Person;
  janas: Page;
  timos: Page;
  path: string;
  chatId: string;
  pageId: string;
  /** The title of the page, which no other page has. */
  title: string;
}

/** Two people with the same chat open beside a page. */
export async function twoBesideAPage(portal: TestPortal, { expected = [] as RegExp[] } = {}): Promise<Beside> {
  const [jana, timo] = [await portal.hire({ name: "Jana Petersen" }), await portal.hire({ name: "Timo Brandt" })];
  const { db } = portal.portal.services;
  const title = `Server-Umzug ${newId()}`;
  const pageId = await putPage(db, { title });
  const chatId = await putChat(db, {
    pageId,
    messages: [
      { authorId: jana.id, body: "Gehört das hier rein?" },
      { authorId: timo.id, body: "Ja, unbedingt." },
    ],
  });
  const janas = await openBrowser(portal, { person: jana, expected });
  const timos = await openBrowser(portal, { person: timo, expected });
  const path = `/wiki/${pageId}?chat=${chatId}`;
  await Promise.all([visitLive(janas, path), visitLive(timos, path)]);
  await Promise.all([message(janas, "unbedingt").waitFor(), message(timos, "unbedingt").waitFor()]);
  return { jana, timo, janas, timos, path, chatId, pageId, title };
}
