import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../../db/connection.ts";
import { type Reader, readableBy } from "../../../records/readable.ts";
import { readableChats } from "../../chats/access.ts";
import { readableTasks } from "../../tasks/access.ts";

export interface ExportedTable {
  name: string;
  columns: string[];
  condition: RawBuilder<SqlBool>;
}

/** Sign-ins and answers that are kept for machines, indexes, and what pages are made of while they are written. */
const leftOut =
  /^(sessions|invitations|sign_?in_?failures|auth_?steps|totp_?factors|recovery_?codes|passkeys|linked_?sign_?ins|api_?tokens|api_?requests|mail_?attempts|webhook_?deliveries|channel_?(deliveries|threads)|push_?subscriptions|search_.*|search[A-Z].*|page_?(states|updates|imports|import_?outcomes|misses)|file_?words|creations|(node_?)?job_?runs|downtimes|whole_?exports|kysely.*|sqlite.*)$/i;

/** What opens something, what is derived from that, and what only tells how something could be undone. */
const secretColumn = /hash|sealed|secret|password|token|public_?key|credential|challenge|cipher/i;
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  // An address may be its own key.
  webhooks: ["url"],
  mails: ["contentJson"],
  merges: ["undoJson"],
};

/** The tables and columns that leave the portal in an export of everything, as far as the person may read the rows. */
export async function exportedTables(db: Db, reader: Reader): Promise<ExportedTable[]> {
  const tables = await db.introspection.getTables();
  return tables.flatMap(({ name: stored, columns }): ExportedTable[] => {
    const name = camel(stored);
    if (leftOut.test(stored) || leftOut.test(name)) return [];
    const kept = columns
      .map((column) => camel(column.name))
      .filter((column) => !secretColumn.test(column) && !secretColumns[name]?.includes(column));
    return kept.length === 0 ? [] : [{ name, columns: kept, condition: readableRows(name, kept, reader) }];
  });
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What is private to somebody is so for admins, too. */
function readableRows(table: string, columns: readonly string[], reader: Reader): RawBuilder<SqlBool> {
  const pages = sql`select record.id from pages as record where ${readableBy("page", reader) ?? sql`1 = 1`}`;
  const chats = sql`select c.id from chats as c where ${readableChats(reader, "c")}`;
  if (table === "pages") return sql<SqlBool>`t.id in (${pages})`;
  if (table === "chats") return sql<SqlBool>`t.id in (${chats})`;
  const tasks = sql`select k.id from tasks as k where ${readableTasks(reader, "k")}`;
  if (table === "tasks") return sql<SqlBool>`t.id in (${tasks})`;
  if (table === "claims")
    return sql<SqlBool>`((t.subject_type <> 'task' or t.subject_id in (${tasks}))
      and (t.subject_type <> 'question' or t.subject_id in (${chats})))`;
  if (table === "chatReactions")
    return sql<SqlBool>`t.message_id in (select m.id from chat_messages as m where m.chat_id in (${chats}))`;
  if (columns.includes("pageId") && table !== "feedback") return sql<SqlBool>`t.page_id in (${pages})`;
  if (columns.includes("chatId")) return sql<SqlBool>`t.chat_id in (${chats})`;
  if (table === "notifications") return sql<SqlBool>`t.for_user_id = ${reader.id}`;
  if (table === "savedViews") return sql<SqlBool>`(t.scope <> 'me' or t.owner_id = ${reader.id})`;
  if (table === "changes")
    return sql<SqlBool>`((t.subject_type <> 'page' or t.subject_id in (${pages}))
      and (t.subject_type <> 'chat' or t.subject_id in (${chats}))
      and (t.subject_type <> 'task' or t.subject_id in (${tasks})))`;
  if (table === "recordTags") return sql<SqlBool>`(t.record_type <> 'page' or t.record_id in (${pages}))`;
  if (table === "recentRecords") return sql<SqlBool>`t.user_id = ${reader.id}`;
  if (table === "files")
    return sql<SqlBool>`(t.confirmed_at is not null and t.owner is not null
      and (t.owner not like 'page:%' or substr(t.owner, 6) in (${pages}))
      and (t.owner not like 'message:%' or substr(t.owner, 9) in
        (select m.id from chat_messages as m where m.chat_id in (${chats}))))`;
  return sql<SqlBool>`1 = 1`;
}
