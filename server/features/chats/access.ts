import type { RawBuilder, SqlBool } from "kysely";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { ChatTable } from "../../db/tables/chats.ts";
import { notFound } from "../../problem.ts";
import { isOpen, isReadable, type Reader, readableTargets } from "../../records/readable.ts";
import type { Queryable } from "../../search/run.ts";

/** The SQL that leaves a person the chats they may read, over a table alias: those about what they may read. */
export function readableChats(reader: Reader, alias = "chats"): RawBuilder<SqlBool> {
  return readableTargets(reader, alias);
}

export interface FoundChat {
  id: string;
  title: string;
  target: RecordKey | null;
  status: "open" | "resolved";
  createdById: string;
  messageCount: number;
}

/** A chat that the person may read; throws not_found. */
export async function findChat(db: Queryable, reader: Reader, id: string): Promise<FoundChat> {
  const row = await db
    .selectFrom("chats")
    .select(["id", "title", "targetType", "targetId", "status", "createdById", "messageCount"])
    .where("id", "=", id)
    .where(readableChats(reader))
    .executeTakeFirst();
  if (!row) throw notFound();
  const { targetType, targetId, ...chat } = row;
  return { ...chat, target: targetOf({ targetType, targetId }) };
}

/** What a chat is about, whoever asks; undefined where there is no such chat. */
export async function findTarget(db: Queryable, id: string): Promise<{ target: RecordKey | null } | undefined> {
  const row = await db.selectFrom("chats").select(["targetType", "targetId"]).where("id", "=", id).executeTakeFirst();
  return row && { target: targetOf(row) };
}

const targetOf = ({ targetType: type, targetId: id }: Pick<ChatTable, "targetType" | "targetId">): RecordKey | null =>
  type && id ? { type, id } : null;

/**
 * Those of the people who may read what a chat is about. Asks once for each role what it may read whoever has it, since
 * a person is given more than their role but never less, and only then for single people.
 */
export async function readersAmong<Someone extends Reader>(
  db: Queryable,
  target: RecordKey | null,
  people: readonly Someone[],
): Promise<Someone[]> {
  if (!target || isOpen(target.type)) return [...people];
  const readers: Someone[] = [];
  for (const [role, group] of Map.groupBy(people, (person) => person.role)) {
    if (await isReadable(db, target, { id: "", role })) readers.push(...group);
    else for (const person of group) if (await isReadable(db, target, person)) readers.push(person);
  }
  return readers;
}

/** Whether a person may read the chat of a message. */
export async function mayReadMessage(db: Queryable, reader: Reader, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom("chatMessages")
    .innerJoin("chats", "chats.id", "chatMessages.chatId")
    .select("chatMessages.id")
    .where("chatMessages.id", "=", messageId)
    .where("deletedAt", "is", null)
    .where(readableChats(reader))
    .executeTakeFirst();
  return row !== undefined;
}
