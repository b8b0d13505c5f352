import type { z } from "zod";
import { type ChatMessage, messageWindowMs } from "../../../contract/chats/chats.ts";
import type * as contract from "../../../contract/chats/chats-input.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { activeUsers } from "../../db/active-users.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { isReadable } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn } from "../claims/claims.ts";
import { findChat, readersAmong } from "./access.ts";
import { refuseManyMentions } from "./message-text.ts";
import { fileOwner, readMessage } from "./messages.ts";
import { endTyping } from "./typing.ts";
import { noteRead, writeMessage } from "./write-message.ts";

/** Opens a chat with its first message, and tells everybody who may read it. Sent twice, it is opened once. */
export async function createChat(
  ctx: PersonContext,
  { title, target, ...message }: z.output<typeof contract.createChat>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const sent = await findSent(tx, ctx, message.clientId);
    if (sent) return { id: sent.chatId };
    if (target && !(await isReadable(tx.db, target, ctx.person))) throw notFound();
    const id = newId();
    const at = ctx.now().toISOString();
    await tx.db
      .insertInto("chats")
      .values({
        id,
        title,
        targetType: target?.type ?? null,
        targetId: target?.id ?? null,
        createdById: ctx.person.id,
        createdAt: at,
        lastMessageAt: at,
      })
      .execute();
    const chat = await findChat(tx.db, ctx.person, id);
    await writeMessage(tx, ctx, chat, message);
    await tx.record({ kind: "chat.created", subject: { type: "chat", id }, after: { title } });
    await announce(tx, ctx, { id, title, target });
    return { id };
  });
}

/** `newChat` for everybody else who may read the chat; the page that it names is what the chat is about. */
async function announce(
  tx: Tx,
  { person }: PersonContext,
  { id, title, target }: { id: string; title: string; target: RecordKey | undefined },
): Promise<void> {
  const about = target ? await titleOf(tx, target) : title;
  const people = await activeUsers(tx.db)
    .select(["id", "role"])
    .where("id", "!=", person.id)
    .where("joinedAt", "is not", null)
    .execute();
  for (const reader of await readersAmong(tx.db, target ?? null, people))
    tx.signal({
      event: "newChat",
      payload: {
        user: { id: person.id, name: person.name },
        page: { id: target?.id ?? id, title: about },
        chat: { id, ...(target?.type === "page" && { pageId: target.id }) },
      },
      toUserId: reader.id,
    });
}

async function titleOf(tx: Tx, { type, id }: RecordKey): Promise<string> {
  const row = await dynamic(tx.db).selectFrom(tableOf(type)).select("title").where("id", "=", id).executeTakeFirst();
  return row?.title ?? "";
}

/** Writes a message; sent twice under the same `clientId`, it is written once and the first one is answered. */
export async function sendMessage(
  ctx: PersonContext,
  { chatId, ...message }: z.output<typeof contract.sendMessage>,
): Promise<ChatMessage> {
  const id = await transact(ctx, async (tx) => {
    const sent = await findSent(tx, ctx, message.clientId);
    if (sent) return sent.id;
    const chat = await findChat(tx.db, ctx.person, chatId);
    return writeMessage(tx, ctx, chat, message);
  });
  endTyping(ctx, chatId, message.clientId);
  return readMessage(ctx, id);
}

function findSent(tx: Tx, { person }: PersonContext, clientId: string) {
  return tx.db
    .selectFrom("chatMessages")
    .select(["id", "chatId"])
    .where("authorId", "=", person.id)
    .where("clientId", "=", clientId)
    .executeTakeFirst();
}

/** Changes one's own message within the window of the contract. */
export async function editMessage(
  ctx: PersonContext,
  { id, body }: z.output<typeof contract.editMessage>,
): Promise<ChatMessage> {
  await transact(ctx, async (tx) => {
    const message = await findOwn(tx, ctx, id);
    if (isLate(ctx, message)) throw tooLate("ändern");
    if (body === "") throw new Problem("invalid", { message: "Nachricht: Bitte schreib etwas." });
    refuseManyMentions(body);
    await tx.db
      .updateTable("chatMessages")
      .set({ body, editedAt: ctx.now().toISOString() })
      .where("id", "=", id)
      .execute();
    tx.signal({ event: "chatMessage", payload: { chat: { id: message.chatId }, number: message.number } });
  });
  return readMessage(ctx, id);
}

/** Takes a message back: its place stays, its words and files go. */
export async function deleteMessage(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const mayModerate = hasAbility(ctx.person.role, "moderateChats");
    const message = await findReadable(tx, ctx, id);
    if (message.authorId !== ctx.person.id && !mayModerate) throw forbidden();
    if (!mayModerate && isLate(ctx, message)) throw tooLate("löschen");
    await tx.db
      .updateTable("chatMessages")
      .set({ body: "", deletedAt: ctx.now().toISOString() })
      .where("id", "=", id)
      .execute();
    await tx.db.updateTable("files").set({ owner: null }).where("owner", "=", fileOwner(id)).execute();
    await tx.db.deleteFrom("chatReactions").where("messageId", "=", id).execute();
    if (message.authorId !== ctx.person.id)
      await tx.record({
        kind: "chat.message-removed",
        subject: { type: "chat", id: message.chatId },
        before: { number: message.number, authorId: message.authorId },
      });
    tx.signal({ event: "chatMessage", payload: { chat: { id: message.chatId }, number: message.number } });
    return { id };
  });
}

/** Adds a reaction to a message or takes it away. */
export async function react(
  ctx: PersonContext,
  { id, sign, on }: z.output<typeof contract.reactToMessage>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { chatId, number } = await findReadable(tx, ctx, id);
    const own = { messageId: id, userId: ctx.person.id, sign };
    if (on)
      await tx.db
        .insertInto("chatReactions")
        .values({ ...own, at: ctx.now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await tx.db
        .deleteFrom("chatReactions")
        .where("messageId", "=", id)
        .where("userId", "=", own.userId)
        .where("sign", "=", sign)
        .execute();
    tx.signal({ event: "chatMessage", payload: { chat: { id: chatId }, number } });
    return { id };
  });
}

/** Remembers how far the person has read. */
export async function markRead(
  ctx: PersonContext,
  { id, number }: z.output<typeof contract.markChatRead>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { messageCount } = await findChat(tx.db, ctx.person, id);
    const at = ctx.now().toISOString();
    await noteRead(tx, { chatId: id, userId: ctx.person.id, number: Math.min(number, messageCount), at });
    return { id };
  });
}

/** „Als geklärt markieren“ and back. */
export async function setStatus(
  ctx: PersonContext,
  { id, status }: z.output<typeof contract.setChatStatus>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await findChat(tx.db, ctx.person, id);
    if (before.status === status) return { id };
    await tx.db.updateTable("chats").set({ status }).where("id", "=", id).execute();
    await tx.record({
      kind: status === "resolved" ? "chat.resolved" : "chat.reopened",
      subject: { type: "chat", id },
    });
    if (status === "resolved") await endClaimIn(tx, { type: "question", id });
    tx.signal({ event: "chatMessage", payload: { chat: { id }, number: before.messageCount } });
    return { id };
  });
}

/** Marks a chat as a question that waits for an answer, or takes the mark away with the claim on it. */
export async function setQuestion(
  ctx: PersonContext,
  { id, isQuestion }: z.output<typeof contract.setChatQuestion>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await findChat(tx.db, ctx.person, id);
    if (before.status === "resolved")
      throw new Problem("precondition", { message: "Dieser Chat ist geklärt. Öffne ihn zuerst wieder." });
    const { numUpdatedRows } = await tx.db
      .updateTable("chats")
      .set({ askedAt: isQuestion ? ctx.now().toISOString() : null })
      .where("id", "=", id)
      .where("askedAt", isQuestion ? "is" : "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { id };
    if (!isQuestion) await endClaimIn(tx, { type: "question", id });
    await tx.record({ kind: isQuestion ? "chat.asked" : "chat.question-withdrawn", subject: { type: "chat", id } });
    tx.signal({ event: "chatMessage", payload: { chat: { id }, number: before.messageCount } });
    return { id };
  });
}

/** Gives a chat another title: who opened it, and who looks after the portal. */
export async function renameChat(
  ctx: PersonContext,
  { id, title }: z.output<typeof contract.renameChat>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await findChat(tx.db, ctx.person, id);
    if (before.createdById !== ctx.person.id && !hasAbility(ctx.person.role, "moderateChats")) throw forbidden();
    await tx.db.updateTable("chats").set({ title }).where("id", "=", id).execute();
    await tx.record({
      kind: "chat.renamed",
      subject: { type: "chat", id },
      before: { title: before.title },
      after: { title },
    });
    tx.signal({ event: "chatMessage", payload: { chat: { id }, number: before.messageCount } });
    return { id };
  });
}

interface FoundMessage {
  chatId: string;
  number: number;
  authorId: string;
  createdAt: string;
}

async function findReadable(tx: Tx, { person }: PersonContext, id: string): Promise<FoundMessage> {
  const row = await tx.db
    .selectFrom("chatMessages")
    .select(["chatId", "number", "authorId", "createdAt"])
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  await findChat(tx.db, person, row.chatId);
  return row;
}

async function findOwn(tx: Tx, ctx: PersonContext, id: string): Promise<FoundMessage> {
  const message = await findReadable(tx, ctx, id);
  if (message.authorId !== ctx.person.id) throw forbidden();
  return message;
}

const isLate = ({ now }: PersonContext, { createdAt }: FoundMessage) =>
  now().getTime() - Date.parse(createdAt) > messageWindowMs;

const tooLate = (verb: string) =>
  new Problem("precondition", { message: `Nach 15 Minuten lässt sich eine Nachricht nicht mehr ${verb}.` });
