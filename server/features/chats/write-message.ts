import { chatPath } from "../../../contract/chats/chats.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { activeUsers } from "../../db/active-users.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField } from "../../problem.ts";
import { isOpen } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { noteSignIn } from "../claims/claims.ts";
import { attachFile } from "../files/commands.ts";
import { type FoundChat, readersAmong } from "./access.ts";
import { excerptOf, mentionsIn, readMentionLabels, refuseManyMentions } from "./message-text.ts";
import { fileOwner } from "./messages.ts";

export interface NewMessage {
  body: string;
  clientId: string;
  fileKeys: readonly string[];
  replyTo?: number | undefined;
}

/** Writes a message at the end of a chat, counts it as seen by its author and tells whom it concerns. */
export async function writeMessage(
  tx: Tx,
  ctx: PersonContext,
  chat: FoundChat,
  { body, clientId, fileKeys, replyTo }: NewMessage,
): Promise<string> {
  if (body === "" && fileKeys.length === 0) throw invalidField("body", "Nachricht: Bitte schreib etwas.");
  refuseManyMentions(body);
  if (replyTo !== undefined && (replyTo < 1 || replyTo > chat.messageCount))
    throw invalidField("replyTo", "Antwort auf: Diese Nachricht gibt es nicht.");
  const id = newId();
  const at = ctx.now().toISOString();
  const number = chat.messageCount + 1;
  const authorId = ctx.person.id;
  await tx.db
    .insertInto("chatMessages")
    .values({
      id,
      chatId: chat.id,
      number,
      authorId,
      clientId,
      body,
      replyTo: replyTo ?? null,
      createdAt: at,
      editedAt: null,
      deletedAt: null,
    })
    .execute();
  for (const key of fileKeys)
    await attachFile(
      tx,
      { key, owner: fileOwner(id), createdById: authorId },
      invalidField("fileKeys", "Anhänge: Diese Datei gibt es nicht."),
    );
  await tx.db.updateTable("chats").set({ messageCount: number, lastMessageAt: at }).where("id", "=", chat.id).execute();
  await noteRead(tx, { chatId: chat.id, userId: authorId, number, at });
  await noteSignIn(tx, { type: "question", id: chat.id }, authorId);
  await notifyAddressees(tx, ctx, chat, { number, body, replyTo });
  tx.signal({ event: "chatMessage", payload: { chat: { id: chat.id }, number } });
  return id;
}

interface ReadPosition {
  chatId: string;
  userId: string;
  number: number;
  at: string;
}

/** Remembers how far a person has read; never less far than before. */
export async function noteRead(tx: Tx, { chatId, userId, number, at }: ReadPosition): Promise<void> {
  await tx.db
    .insertInto("chatReads")
    .values({ chatId, userId, number, at })
    .onConflict((conflict) =>
      conflict.columns(["chatId", "userId"]).doUpdateSet({ number, at }).where("chatReads.number", "<", number),
    )
    .execute();
}

/** Whoever is mentioned or answered, as far as they may read the chat. */
async function notifyAddressees(
  tx: Tx,
  ctx: PersonContext,
  chat: FoundChat,
  { number, body, replyTo }: { number: number; body: string; replyTo: number | undefined },
): Promise<void> {
  const mentioned = mentionsIn(body).flatMap(({ kind, id }) => (kind === "user" ? [id] : []));
  const answered = replyTo === undefined ? [] : [await authorOf(tx, chat.id, replyTo)];
  const people = new Set([...mentioned, ...answered].filter((id) => id !== ctx.person.id));
  const readers = await readersAmong(tx.db, chat.target, await readPeople(tx, [...people]));
  if (readers.length === 0) return;
  const at = ctx.now().toISOString();
  const keys = mentionsIn(body);
  // Where everybody may see all that is mentioned, all are told the same words.
  const shared = keys.every(({ kind }) => kind === "user" || isOpen(kind))
    ? await readMentionLabels(tx.db, ctx.person, keys)
    : undefined;
  for (const reader of readers) {
    const verb = mentioned.includes(reader.id) ? "hat dich erwähnt" : "hat dir geantwortet";
    const labels = shared ?? (await readMentionLabels(tx.db, reader, keys));
    await notify(tx, {
      forUserId: reader.id,
      title: `${ctx.person.name} ${verb} in ${quoted(chat.title)}.`,
      message: escapeHtml(excerptOf(body, labels)),
      category: "chat",
      link: chatPath(chat, number),
      groupKey: `chat:${chat.id}`,
    });
  }
  await joinChat(
    tx,
    readers.map(({ id }) => ({ chatId: chat.id, userId: id, number: number - 1, at })),
  );
}

/** Whoever is spoken to takes part from then on: the message counts as unread for them. */
async function joinChat(tx: Tx, reads: ReadPosition[]): Promise<void> {
  await tx.db
    .insertInto("chatReads")
    .values(reads)
    .onConflict((conflict) => conflict.columns(["chatId", "userId"]).doNothing())
    .execute();
}

async function authorOf(tx: Tx, chatId: string, number: number): Promise<string> {
  const row = await tx.db
    .selectFrom("chatMessages")
    .select("authorId")
    .where("chatId", "=", chatId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return row.authorId;
}

/** Those of the people who are here. */
async function readPeople(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return activeUsers(tx.db).select(["id", "role"]).where("id", "in", ids).where("joinedAt", "is not", null).execute();
}
