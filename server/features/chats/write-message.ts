import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { escapeHtml } from "../../live/sanitize-message.ts";
import { invalidField } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile } from "../files/commands.ts";
import { type FoundChat, findChat } from "./access.ts";
import { mentionsIn, readMentionLabels, refuseManyMentions } from "./mentions.ts";
import { fileOwner } from "./messages.ts";
import { excerptOf } from "./render.ts";

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
      ...{ id, chatId: chat.id, number, authorId, clientId, body, replyTo: replyTo ?? null },
      ...{ createdAt: at, editedAt: null, deletedAt: null },
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
  await notifyConcerned(tx, ctx, chat, { number, body, replyTo });
  tx.signal({ event: "chatMessage", payload: { chat: { id: chat.id }, number } });
  return id;
}

interface Read {
  chatId: string;
  userId: string;
  number: number;
  at: string;
}

/** Remembers how far a person has read; never less far than before. */
export async function noteRead(tx: Tx, { chatId, userId, number, at }: Read): Promise<void> {
  await tx.db
    .insertInto("chatReads")
    .values({ chatId, userId, number, at })
    .onConflict((conflict) =>
      conflict.columns(["chatId", "userId"]).doUpdateSet({ number, at }).where("chatReads.number", "<", number),
    )
    .execute();
}

/** Whoever is mentioned or answered, as far as they may read the chat. */
async function notifyConcerned(
  tx: Tx,
  ctx: PersonContext,
  chat: FoundChat,
  { number, body, replyTo }: { number: number; body: string; replyTo: number | undefined },
): Promise<void> {
  const mentioned = mentionsIn(body).flatMap(({ kind, id }) => (kind === "user" ? [id] : []));
  const answered = replyTo === undefined ? [] : [await authorOf(tx, chat.id, replyTo)];
  const people = new Set([...mentioned, ...answered].filter((id) => id !== ctx.person.id));
  for (const userId of people) {
    const reader = await readReader(tx, userId);
    if (!reader || !(await mayRead(tx, reader, chat.id))) continue;
    const verb = mentioned.includes(userId) ? "hat dich erwähnt" : "hat dir geantwortet";
    const labels = await readMentionLabels(tx.db, reader, mentionsIn(body));
    await tx.notify({
      forUserId: userId,
      title: `${ctx.person.name} ${verb} in „${chat.title}“.`,
      message: escapeHtml(excerptOf(body, labels)),
      category: "chat",
      link: chatPath(chat, number),
      groupKey: `chat:${chat.id}`,
    });
    await joinChat(tx, { chatId: chat.id, userId, at: ctx.now().toISOString() });
  }
}

/** Whoever is spoken to takes part from then on: the message counts as unread for them. */
async function joinChat(tx: Tx, { chatId, userId, at }: Omit<Read, "number">): Promise<void> {
  const { messageCount } = await tx.db
    .selectFrom("chats")
    .select("messageCount")
    .where("id", "=", chatId)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto("chatReads")
    .values({ chatId, userId, number: messageCount - 1, at })
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

async function readReader(tx: Tx, id: string) {
  return tx.db
    .selectFrom("users")
    .select(["id", "role"])
    .where("id", "=", id)
    .where("deactivatedAt", "is", null)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
}

async function mayRead(tx: Tx, reader: Parameters<typeof findChat>[1], chatId: string): Promise<boolean> {
  return findChat(tx.db, reader, chatId).then(
    () => true,
    () => false,
  );
}

/** Where a chat is shown: beside its page, or in the list of chats. */
export function chatPath({ id, target }: Pick<FoundChat, "id" | "target">, number?: number): string {
  const message = number === undefined ? "" : `&message=${number}`;
  return target?.type === "page" ? `/wiki/${target.id}?chat=${id}${message}` : `/wiki/chats?chat=${id}${message}`;
}
