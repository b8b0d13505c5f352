import type { z } from "zod";
import type { ChatMessage } from "../../../contract/chats/chats.ts";
import { chatPath } from "../../../contract/chats/chats.ts";
import type { chatToPage } from "../../../contract/chats/chats-input.ts";
import { cleanDocument } from "../../../contract/document/clean.ts";
import type { DocumentJson } from "../../../contract/document/json.ts";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";
import { mentionUrlOf } from "../../../contract/document/markdown/urls.ts";
import { mentionName } from "../../../contract/document/mentions.ts";
import { zoned } from "../../../contract/time/time-zone.ts";
import { invalidField, Problem } from "../../problem.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readHierarchyPage } from "../wiki/hierarchy/position.ts";
import { findChat } from "./access.ts";
import { escapeMarkdown, replaceMentions } from "./message-text.ts";
import { listMessagesByNumber } from "./messages.ts";

/**
 * „Als Wiki-Abschnitt übernehmen“: puts messages at the end of a page, with who wrote them and where they are from; once
 * for a `creationId`.
 */
export async function addToPage(
  ctx: PersonContext,
  { chatId, numbers, pageId, heading, creationId }: z.output<typeof chatToPage>,
): Promise<{ id: string; title: string }> {
  const chat = await findChat(ctx.db, ctx.person, chatId);
  const { archivedAt, title } = await readHierarchyPage(ctx.db, ctx.person, pageId);
  if (archivedAt)
    throw new Problem("precondition", { message: "Diese Seite liegt im Papierkorb. Stelle sie zuerst wieder her." });
  const creation = creationId === undefined ? undefined : { type: "pageSection" as const, creationId };
  if (creation && (await findCreatedId(ctx, ctx, creation))) return { id: pageId, title };
  const messages = (await listMessagesByNumber(ctx, chatId, numbers)).filter(({ deletedAt }) => !deletedAt);
  const [first] = messages;
  if (!first) throw invalidField("numbers", "Nachrichten: Diese Nachrichten gibt es nicht mehr.");
  const source = `Aus dem Chat [${escapeMarkdown(chat.title)}](${chatPath(chat, first.number)})`;
  const section = fromMarkdown([`## ${escapeMarkdown(heading)}`, ...messages.map(quoted), source].join("\n\n"));
  await ctx.pageRooms.edit(
    pageId,
    ctx.person.id,
    (document) => withSection(document, section),
    async (tx) => {
      await ctx.alongside?.(tx);
      if (creation) await noteCreation(tx, ctx, { ...creation, id: pageId });
    },
  );
  return { id: pageId, title };
}

function withSection(document: DocumentJson, section: DocumentJson): DocumentJson {
  const content = [...document.content];
  // The empty line with which a text ends is where its next part begins.
  while (content.at(-1)?.type === "paragraph" && !content.at(-1)?.content?.length) content.pop();
  return cleanDocument({ ...document, content: [...content, ...section.content] });
}

const moment = zoned(
  (timeZone) => new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone }),
);

function quoted({ author, createdAt, body, mentions, files }: ChatMessage): string {
  const words = replaceMentions(body, (key) => {
    const label = mentions[mentionName(key)];
    return label === undefined ? "" : `[${escapeMarkdown(label)}](${mentionUrlOf(key)})`;
  });
  const attached = files.map(({ filename }) => `Anhang: ${escapeMarkdown(filename)}`);
  const text = [words, ...attached].filter(Boolean).join("\n\n");
  const lines = text.split("\n").map((line) => `> ${line}`);
  return [`**${escapeMarkdown(author.name)}**, ${moment().format(createdAt)}`, lines.join("\n")].join("\n\n");
}
