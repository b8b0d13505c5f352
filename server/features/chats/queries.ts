import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import {
  type ChatDetails,
  type ChatPerson,
  type ChatRow,
  type ChatTarget,
  maxCountedUnread,
} from "../../../contract/chats/chats.ts";
import type { listChats as input } from "../../../contract/chats/chats-input.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { notFound } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { tableOf } from "../../records/tables.ts";
import { folded, foldedPattern } from "../../search/folded.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { claimsOf } from "../claims/claims.ts";
import { readableChats } from "./access.ts";
import { excerptOf, mentionsIn, readMentionLabels } from "./message-text.ts";

type Ctx = Pick<PersonContext, "db" | "person" | "now">;

/** What a person has not seen of a chat that they take part in, as far as it is counted: their own messages are seen. */
const unreadCount = (userId: string, max = maxCountedUnread) => sql<number>`(
  select count(*) from (select 1 from chat_messages as m where m.chat_id = chats.id and m.number > own.number
  and m.author_id <> ${userId} and m.deleted_at is null limit ${max}) as unseen)`;

function selectChats({ db, person }: Ctx) {
  return db
    .selectFrom("chats")
    .leftJoin("chatReads as own", (join) => join.onRef("own.chatId", "=", "chats.id").on("own.userId", "=", person.id))
    .select(["chats.id", "title", "targetType", "targetId", "status", "createdAt", "lastMessageAt", "messageCount"])
    .select(["own.number as readNumber", "chats.createdById", "chats.askedAt"])
    .select(unreadCount(person.id).as("unread"))
    .where(readableChats(person));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChats>["executeTakeFirstOrThrow"]>>;

/** The chats that a person may read, the latest first, a stretch after the cursor; open ones but for „Geklärt“. */
export async function listChats(
  ctx: Ctx,
  { scope, target, search, cursor, limit }: z.output<typeof input>,
): Promise<{ data: ChatRow[]; cursor: { at: string; id: string } | null }> {
  let query = selectChats(ctx);
  if (target) query = query.where("targetType", "=", target.type).where("targetId", "=", target.id);
  if (scope === "resolved") query = query.where("status", "=", "resolved");
  else if (!target) query = query.where("status", "=", "open");
  if (scope === "mine") query = query.where("own.number", "is not", null);
  if (scope === "unread") query = query.where(unreadCount(ctx.person.id, 1), ">", 0);
  if (search) query = query.where(sql<SqlBool>`${folded(sql.ref("title"))} like ${foldedPattern(search)} escape '!'`);
  if (cursor)
    query = query.where((eb) =>
      eb.or([
        eb("lastMessageAt", "<", cursor.at),
        eb.and([eb("lastMessageAt", "=", cursor.at), eb("chats.id", "<", cursor.id)]),
      ]),
    );
  const rows = await query
    .orderBy("lastMessageAt", "desc")
    .orderBy("chats.id", "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { data: await toRows(ctx, shown), cursor: last ? { at: last.lastMessageAt, id: last.id } : null };
}

/** One chat with how far the person has read; throws not_found. */
export async function getChat(ctx: Ctx, { id }: { id: string }): Promise<ChatDetails> {
  const row = await selectChats(ctx).where("chats.id", "=", id).executeTakeFirst();
  const [chat] = row ? await toRows(ctx, [row]) : [];
  if (!row || !chat) throw notFound();
  const { role } = ctx.person;
  const [write, moderate] = [hasAbility(role, "writeChats"), hasAbility(role, "moderateChats")];
  const can = { write, moderate, rename: write && (moderate || row.createdById === ctx.person.id) };
  return { ...chat, readNumber: row.readNumber ?? 0, can };
}

/** How many chats hold something that the person has not seen. */
export async function countUnread(ctx: Ctx): Promise<{ chats: number }> {
  const { chats } = await ctx.db
    .selectFrom("chats")
    .innerJoin("chatReads as own", "own.chatId", "chats.id")
    .select((eb) => eb.fn.countAll<number | string>().as("chats"))
    .where("own.userId", "=", ctx.person.id)
    .where("status", "=", "open")
    .where(readableChats(ctx.person))
    .where(unreadCount(ctx.person.id, 1), ">", 0)
    .executeTakeFirstOrThrow();
  return { chats: Number(chats) };
}

async function toRows(ctx: Ctx, rows: readonly Row[]): Promise<ChatRow[]> {
  const ids = rows.map(({ id }) => id);
  const [targets, participants, lasts, claims] = await Promise.all([
    readTargets(ctx, rows),
    readParticipants(ctx, ids),
    readLasts(ctx, ids),
    claimsOf(ctx.db, "question", ids, ctx.now()),
  ]);
  return rows.map(
    ({ targetType, targetId, readNumber: _, createdById: __, askedAt, createdAt, lastMessageAt, unread, ...row }) => ({
      ...row,
      target: targetType && targetId ? (targets.get(`${targetType}:${targetId}`) ?? null) : null,
      isQuestion: askedAt !== null && row.status === "open",
      claim: claims.get(row.id) ?? null,
      createdAt: new Date(createdAt),
      lastMessageAt: new Date(lastMessageAt),
      unread: Number(unread),
      participants: participants.get(row.id) ?? [],
      last: lasts.get(row.id) ?? null,
    }),
  );
}

/** The rows are of chats that the person may read, and so may be what they are about. */
async function readTargets({ db }: Ctx, rows: readonly Row[]): Promise<Map<string, ChatTarget>> {
  const keys = rows.flatMap(({ targetType: type, targetId: id }) => (type && id ? [{ type, id }] : []));
  const targets = new Map<string, ChatTarget>();
  for (const [type, group] of Map.groupBy(keys, (key) => key.type)) {
    const ids = group.map(({ id }) => id);
    const found = await dynamic(db).selectFrom(tableOf(type)).select(["id", "title"]).where("id", "in", ids).execute();
    for (const { id, title } of found) targets.set(`${type}:${id}`, { type, id, title });
  }
  return targets;
}

const maxParticipants = 5;

async function readParticipants({ db }: Ctx, ids: readonly string[]): Promise<Map<string, ChatPerson[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(
      db
        .selectFrom("chatMessages")
        .select(["chatId", "authorId"])
        .select(({ fn }) => fn.min("number").as("first"))
        .where("chatId", "in", ids)
        .groupBy(["chatId", "authorId"])
        .as("author"),
    )
    .innerJoin("users", "users.id", "author.authorId")
    .select(["chatId", "users.id", "users.name", "users.imageKey"])
    .orderBy("first")
    .execute();
  const byChat = Map.groupBy(rows, ({ chatId }) => chatId);
  const toPerson = ({ id, name, imageKey }: (typeof rows)[number]) => ({ id, name, image: imageKey });
  return new Map([...byChat].map(([id, group]) => [id, group.slice(0, maxParticipants).map(toPerson)]));
}

async function readLasts(
  { db, person }: Ctx,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ChatRow["last"]>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("chatMessages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.id", "=", "chatMessages.chatId").onRef("chats.messageCount", "=", "chatMessages.number"),
    )
    .innerJoin("users", "users.id", "chatMessages.authorId")
    .select(["chatId", "body", "deletedAt", "users.name"])
    .where("chatId", "in", ids)
    .execute();
  const labels = await readMentionLabels(
    db,
    person,
    rows.flatMap(({ body }) => mentionsIn(body)),
  );
  return new Map(
    rows.map(({ chatId, body, deletedAt, name }) => [
      chatId,
      { author: name, text: deletedAt ? "Nachricht gelöscht" : excerptOf(body, labels) },
    ]),
  );
}
