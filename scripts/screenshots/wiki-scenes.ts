import type { Page } from "playwright-core";
import type { Portal } from "../../server/portal/portal.ts";
import type { Scene, Stage } from "./studio.ts";

const shownPage = "Server-Umzug ohne Ausfall";
const shownChat = "Mailumzug Stadtwerke";
const shownEntry = "F-117";

const at = (path: string, then?: (page: Page) => Promise<void>): Scene => ({
  as: "admin",
  async pose(page) {
    await page.goto(path, { waitUntil: "networkidle" });
    await then?.(page);
  },
});

/** A scene whose URL has to be looked up first. */
const found = (find: (stage: Stage) => Promise<string>): Scene => ({
  as: "admin",
  async pose(page, stage) {
    await page.goto(await find(stage), { waitUntil: "networkidle" });
  },
});

async function pagePath({ services: { db } }: Portal, title = shownPage): Promise<string> {
  const { id } = await db.selectFrom("pages").select("id").where("title", "=", title).executeTakeFirstOrThrow();
  return `/wiki/${id}`;
}

async function chatId({ services: { db } }: Portal): Promise<string> {
  const { id } = await db.selectFrom("chats").select("id").where("title", "=", shownChat).executeTakeFirstOrThrow();
  return id;
}

async function entryPath({ services: { db } }: Portal): Promise<string> {
  const { id } = await db
    .selectFrom("feedback")
    .select("id")
    .where("number", "=", shownEntry)
    .executeTakeFirstOrThrow();
  return `/feedback/${id}`;
}

export const wikiScenes = {
  wiki: at("/wiki"),
  "wiki-page": found(({ portal }) => pagePath(portal)),
  "wiki-page-diagram": found(({ portal }) => pagePath(portal, "Relaunch in sechs Schritten")),
  "wiki-chat": found(async ({ portal }) => `${await pagePath(portal)}?chat=${await chatId(portal)}`),
  "wiki-edit": {
    as: "admin",
    async pose(page, { portal }) {
      await page.goto(`${await pagePath(portal)}/edit`, { waitUntil: "networkidle" });
      await page
        .getByRole("textbox", { name: /Inhalt|Text/ })
        .first()
        .waitFor();
    },
  },
  "wiki-history": found(async ({ portal }) => `${await pagePath(portal)}/history`),
  "wiki-all": at("/wiki/all"),
  "wiki-search": at("/wiki/search?q=zertifikat"),
  "wiki-chats": at("/wiki/chats"),
  "wiki-chat-room": found(async ({ portal }) => `/wiki/chats?chat=${await chatId(portal)}`),
  "wiki-gaps": at("/wiki/review"),
  "wiki-import": at("/wiki/import"),
  "wiki-trash": at("/wiki/trash"),
  // Leaves a page behind.
  "wiki-new": at("/wiki/new"),
  "wiki-empty": { ...at("/wiki"), as: "newcomer" },
  feedback: at("/feedback?layout=list"),
  "feedback-board": at("/feedback?layout=board"),
  "feedback-roadmap": at("/feedback?layout=roadmap"),
  "feedback-entry": found(({ portal }) => entryPath(portal)),
  "feedback-new": at("/feedback/new"),
} satisfies Record<string, Scene>;
