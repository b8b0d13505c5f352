import { minuteMs } from "../../contract/time/durations.ts";
import type { Db } from "../../server/db/connection.ts";
import { newId } from "../../server/db/new-id.ts";

interface ChatDetails {
  title?: string;
  /** What was said, by whom; each a minute after the one before. */
  messages: readonly { authorId: string; body: string }[];
  pageId?: string;
}

const rowsAtOnce = 500;

/** Puts a chat of any length into a database; returns its id. Nobody has read it but who opened it. */
export async function putChat(db: Db, { title = "Mailumzug", messages, pageId }: ChatDetails): Promise<string> {
  const id = newId();
  const now = Date.now();
  const at = (index: number) => new Date(now - (messages.length - index) * minuteMs).toISOString();
  const [opener] = messages;
  if (!opener) throw new Error("a chat begins with a message");
  await db
    .insertInto("chats")
    .values({
      id,
      title,
      targetType: pageId ? "page" : null,
      targetId: pageId ?? null,
      createdById: opener.authorId,
      createdAt: at(0),
      lastMessageAt: at(messages.length - 1),
      messageCount: messages.length,
    })
    .execute();
  const rows = messages.map(({ authorId, body }, index) => ({
    id: newId(),
    chatId: id,
    number: index + 1,
    authorId,
    clientId: newId(),
    body,
    replyTo: null,
    createdAt: at(index),
    editedAt: null,
    deletedAt: null,
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto("chatMessages")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  await db
    .insertInto("chatReads")
    .values({ chatId: id, userId: opener.authorId, number: 1, at: at(0) })
    .execute();
  return id;
}
