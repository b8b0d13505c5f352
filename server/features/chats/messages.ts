import type { z } from "zod";
import {
  type ChatFile,
  type ChatMessage,
  type ChatReaction,
  type MessagePage,
  messageWindowMs,
} from "../../../contract/chats/chats.ts";
import type { listMessages as input } from "../../../contract/chats/chats-input.ts";
import { mentionName } from "../../../contract/document/mentions.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findChat } from "./access.ts";
import { excerptOf, mentionsIn, messageHtml, readMentionLabels } from "./message-text.ts";

type Ctx = Pick<PersonContext, "db" | "person" | "now">;

/** A stretch of a chat, the oldest first: the last messages, or those before, after or around a number. */
export async function listMessages(
  ctx: Ctx,
  { chatId, before, after, around, limit }: z.output<typeof input>,
): Promise<MessagePage> {
  const { messageCount } = await findChat(ctx.db, ctx.person, chatId);
  const last = Math.min(messageCount, lastWanted({ before, after, around, limit }, messageCount));
  const first = Math.max(1, after === undefined ? last - limit + 1 : after + 1);
  const rows = await selectMessages(ctx)
    .where("chatId", "=", chatId)
    .where("number", ">=", first)
    .where("number", "<=", last)
    .orderBy("number")
    .execute();
  return { messages: await toMessages(ctx, rows), hasOlder: first > 1, hasNewer: last < messageCount };
}

function lastWanted(
  { before, after, around, limit }: Pick<z.output<typeof input>, "before" | "after" | "around" | "limit">,
  count: number,
): number {
  if (before !== undefined) return before - 1;
  if (after !== undefined) return after + limit;
  return around === undefined ? count : Math.max(limit, around + Math.floor(limit / 2));
}

/** Messages of a chat by their numbers, in their order. */
export async function listMessagesByNumber(
  ctx: Ctx,
  chatId: string,
  numbers: readonly number[],
): Promise<ChatMessage[]> {
  await findChat(ctx.db, ctx.person, chatId);
  const rows = await selectMessages(ctx)
    .where("chatId", "=", chatId)
    .where("number", "in", numbers)
    .orderBy("number")
    .execute();
  return toMessages(ctx, rows);
}

/** One message, as the person may see it. */
export async function readMessage(ctx: Ctx, id: string): Promise<ChatMessage> {
  const row = await selectMessages(ctx).where("chatMessages.id", "=", id).executeTakeFirstOrThrow();
  const [message] = await toMessages(ctx, [row]);
  return requireValue(message);
}

function selectMessages({ db }: Ctx) {
  return db
    .selectFrom("chatMessages")
    .innerJoin("users", "users.id", "chatMessages.authorId")
    .select(["chatMessages.id", "chatId", "number", "authorId", "clientId", "body", "replyTo"])
    .select(["chatMessages.createdAt", "editedAt", "deletedAt", "users.name", "users.imageKey"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMessages>["executeTakeFirstOrThrow"]>>;

async function toMessages(ctx: Ctx, rows: readonly Row[]): Promise<ChatMessage[]> {
  const answered = await readAnswered(ctx, rows);
  const bodies = [...rows, ...answered.values()].filter(({ deletedAt }) => !deletedAt).map(({ body }) => body);
  const labels = await readMentionLabels(ctx.db, ctx.person, bodies.flatMap(mentionsIn));
  const ids = rows.map(({ id }) => id);
  const files = await readFiles(ctx, ids);
  const reactions = await readReactions(ctx, ids);
  const now = ctx.now().getTime();
  return rows.map((row) => {
    const isOwn = row.authorId === ctx.person.id && hasAbility(ctx.person.role, "writeChats");
    const isFresh = now - Date.parse(row.createdAt) <= messageWindowMs;
    const body = row.deletedAt ? "" : row.body;
    const keys = mentionsIn(body);
    const names = keys.flatMap((key) => {
      const label = labels.get(mentionName(key));
      return label === undefined ? [] : [[mentionName(key), label]];
    });
    const original = row.replyTo === null ? undefined : answered.get(row.replyTo);
    return {
      id: row.id,
      number: row.number,
      clientId: row.clientId,
      body,
      author: { id: row.authorId, name: row.name, image: row.imageKey },
      html: messageHtml(body, labels),
      mentions: Object.fromEntries(names),
      mentionsMe: keys.some(({ kind, id }) => kind === "user" && id === ctx.person.id),
      replyTo: original
        ? {
            number: original.number,
            author: original.name,
            text: original.deletedAt ? "Nachricht gelöscht" : excerptOf(original.body, labels),
          }
        : null,
      files: row.deletedAt ? [] : (files.get(row.id) ?? []),
      reactions: row.deletedAt ? [] : (reactions.get(row.id) ?? []),
      createdAt: new Date(row.createdAt),
      editedAt: toDate(row.editedAt),
      deletedAt: toDate(row.deletedAt),
      can: {
        edit: isOwn && isFresh && !row.deletedAt,
        delete: !row.deletedAt && ((isOwn && isFresh) || hasAbility(ctx.person.role, "moderateChats")),
      },
    };
  });
}

/** The messages that are answered, by number; all rows are of one chat. */
async function readAnswered(ctx: Ctx, rows: readonly Row[]): Promise<Map<number, Row>> {
  const numbers = [...new Set(rows.flatMap(({ replyTo }) => (replyTo === null ? [] : [replyTo])))];
  const [first] = rows;
  if (!first || numbers.length === 0) return new Map();
  const found = await selectMessages(ctx).where("chatId", "=", first.chatId).where("number", "in", numbers).execute();
  return new Map(found.map((row) => [row.number, row]));
}

export const fileOwner = (messageId: string) => `message:${messageId}`;

async function readFiles({ db }: Ctx, ids: readonly string[]): Promise<Map<string, ChatFile[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("files")
    .select(["key", "filename", "mimeType", "size", "width", "height", "owner"])
    .where("owner", "in", ids.map(fileOwner))
    .where("confirmedAt", "is not", null)
    .orderBy("createdAt")
    .orderBy("key")
    .execute();
  const byMessage = Map.groupBy(rows, ({ owner }) => (owner ?? "").slice(fileOwner("").length));
  return new Map(
    [...byMessage].map(([id, group]) => [
      id,
      group.map(({ owner: _, size, ...file }) => ({ ...file, size: size ?? 0 })),
    ]),
  );
}

async function readReactions({ db }: Ctx, ids: readonly string[]): Promise<Map<string, ChatReaction[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("chatReactions")
    .innerJoin("users", "users.id", "chatReactions.userId")
    .select(["messageId", "sign", "userId", "users.name"])
    .where("messageId", "in", ids)
    .orderBy("at")
    .orderBy("userId")
    .execute();
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map(
    [...byMessage].map(([id, group]) => [
      id,
      [...Map.groupBy(group, ({ sign }) => sign)].map(([sign, each]) => ({
        sign,
        people: each.map(({ userId, name }) => ({ id: userId, name })),
      })),
    ]),
  );
}
