import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { ownerOf } from "../../../../contract/files/attachments.ts";
import type { Db } from "../../../db/connection.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import { startWorker } from "../../../db/wake.ts";
import { indexRecord } from "../../../search/index-record.ts";
import { inThreadQueue } from "../../../thread-queue.ts";
import type { Services } from "../../../trpc/context.ts";
import { maxExtractedBytes, readableTypes } from "../formats/readable-types.ts";
import { readWordsApart } from "../formats/transfer-thread.ts";

type Working = Pick<Services, "db" | "uploads" | "log" | "now" | "live">;

const maxTries = 2;
const maxWordsOfPage = 1_000_000;

/**
 * Reads the words of files that have come to pages and makes pages found by them; what no longer hangs on a page is
 * forgotten there. Each file is tried twice.
 */
export async function readAttachmentTexts(services: Working): Promise<void> {
  for (let file = await nextFile(services); file; file = await nextFile(services)) await readFile(services, file);
  await bringUpToDate(services);
}

interface UnreadFile {
  key: string;
  mimeType: string;
  tries: number;
}

async function nextFile({ db }: Working): Promise<UnreadFile | undefined> {
  return unreadFiles(db)
    .select(["files.key", "files.mimeType", (eb) => eb.fn.coalesce("fileWords.tries", sql<number>`0`).as("tries")])
    .orderBy("tries")
    .orderBy("files.createdAt")
    .limit(1)
    .executeTakeFirst();
}

/** The files of pages whose words are still to be read. */
export const unreadFiles = (db: Db) =>
  db
    .selectFrom("files")
    .leftJoin("fileWords", "fileWords.key", "files.key")
    .where("files.owner", "like", `${ownerOf({ type: "page", id: "" })}%`)
    .where("files.confirmedAt", "is not", null)
    .where("files.mimeType", "in", [...readableTypes])
    .where("files.size", "<=", maxExtractedBytes)
    .where((eb) =>
      eb.or([
        eb("fileWords.key", "is", null),
        eb.and([eb("fileWords.isRead", "=", 0), eb("fileWords.tries", "<", maxTries)]),
      ]),
    );

async function readFile({ db, uploads, log }: Working, { key, mimeType, tries }: UnreadFile): Promise<void> {
  let words: string | undefined;
  try {
    const stream = await uploads.store.read(key);
    if (stream)
      words = await inThreadQueue({ userId: "attachmentTexts", isBackground: true }, async () =>
        readWordsApart(await buffer(stream), mimeType),
      );
  } catch (error) {
    log.warn({ err: error, fileKey: key, tries: tries + 1 }, "text of an attachment could not be read");
  }
  const row = { words: words ?? "", tries: tries + 1, isRead: words === undefined ? (0 as const) : (1 as const) };
  await db
    .insertInto("fileWords")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** Whatever a page embeds of another one counts only while everybody may read that one. */
const words = sql<string>`coalesce((select string_agg(words, '\n') from (
    select fw.words from files as f join file_words as fw on fw.key = f.key
    where fw.words != '' and (f.owner = 'page:' || p.id or (
      f.key in (select target_id from page_references where page_id = p.id and kind = 'file')
      and exists (select 1 from pages as o where 'page:' || o.id = f.owner
        and o.maintainers_only = 0 and o.private_to_id is null)))
    order by f.created_at, f.key) as read), '')`;

async function bringUpToDate(services: Working): Promise<void> {
  const { rows } = await sql<{ id: string; words: string }>`
    select id, words from (
      select p.id, p.attachment_text, substr(${words}, 1, ${maxWordsOfPage}) as words from pages as p
      where p.attachment_text != '' or p.id in (select substr(owner, 6) from files where owner like 'page:%')
        or p.id in (select page_id from page_references where kind = 'file')
    ) as page where words != attachment_text`.execute(services.db);
  const context = systemContext(services);
  for (const row of rows)
    await transact(context, async (tx) => {
      await tx.db.updateTable("pages").set({ attachmentText: row.words }).where("id", "=", row.id).execute();
      tx.beforeCommit(`search:${row.id}`, () => indexRecord(tx, { type: "page", id: row.id }));
    });
}

/** Reads the words of attachments from now on, whenever a change has left some; `stop` waits for what is under way. */
export const startAttachmentTexts = (services: Services) =>
  startWorker(services, {
    worker: "attachmentTexts",
    run: async () => void (await readAttachmentTexts(services)),
    failure: "words of attachments could not be read",
  });
