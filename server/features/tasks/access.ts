import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { TaskTarget } from "../../../contract/tasks/tasks.ts";
import type { TaskTable } from "../../db/tables/tasks.ts";
import { notFound } from "../../problem.ts";
import { isOpen, isReadable, type Reader, readableTargets } from "../../records/readable.ts";
import type { Queryable } from "../../search/run.ts";
import { readableChats } from "../chats/access.ts";

/** The SQL that leaves a person the tasks they may read, over a table alias: those about what they may read. */
export function readableTasks(reader: Reader, alias = "tasks"): RawBuilder<SqlBool> {
  const [targetType, targetId] = [sql.ref(`${alias}.targetType`), sql.ref(`${alias}.targetId`)];
  const message = sql`select 1 from chat_messages as m join chats as c on c.id = m.chat_id
    where m.id = ${targetId} and ${readableChats(reader, "c")}`;
  return sql<SqlBool>`(${readableTargets(reader, alias)}
    and (${targetType} is null or ${targetType} <> 'message' or exists (${message})))`;
}

type Target = Pick<TaskTable, "targetType" | "targetId">;

export const targetOf = ({ targetType: type, targetId: id }: Target): TaskTarget | null =>
  type && id ? { type, id } : null;

/** The record without which nobody may read what a task is about: itself, or what its chat is about. */
export async function recordBehind(db: Queryable, target: TaskTarget | null): Promise<RecordKey | null> {
  if (!target) return null;
  if (target.type !== "message") return { type: target.type, id: target.id };
  const row = await db
    .selectFrom("chatMessages")
    .innerJoin("chats", "chats.id", "chatMessages.chatId")
    .select(["chats.targetType as type", "chats.targetId as id"])
    .where("chatMessages.id", "=", target.id)
    .executeTakeFirst();
  return row?.type && row.id ? { type: row.type, id: row.id } : null;
}

/** Whether a person may read what a task is, or shall be, about; it has to be there. */
export async function mayReadTarget(db: Queryable, target: TaskTarget, reader: Reader): Promise<boolean> {
  if (target.type !== "message") return isReadable(db, { type: target.type, id: target.id }, reader);
  const message = await db
    .selectFrom("chatMessages")
    .innerJoin("chats", "chats.id", "chatMessages.chatId")
    .select("chatMessages.id")
    .where("chatMessages.id", "=", target.id)
    .where("deletedAt", "is", null)
    .where(readableChats(reader))
    .executeTakeFirst();
  return message !== undefined;
}

/** Whether a person may read a task about this, whether or not that is still there for all. */
export async function mayRead(db: Queryable, target: TaskTarget | null, reader: Reader): Promise<boolean> {
  const record = await recordBehind(db, target);
  return !record || isOpen(record.type) || isReadable(db, record, reader);
}

/** A task that the person may read; throws not_found. */
export async function findTask(db: Queryable, reader: Reader, id: string) {
  const row = await db
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", id)
    .where(readableTasks(reader))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export type StoredTask = Awaited<ReturnType<typeof findTask>>;
