import { escapeHtml } from "../../../../contract/document/html.ts";
import { isExternalLink } from "../../../../contract/document/links.ts";
import type { MentionKey } from "../../../../contract/document/mentions.ts";
import { quoted } from "../../../../contract/values/quoted.ts";
import { activeUsers } from "../../../db/active-users.ts";
import type { Db } from "../../../db/connection.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { refuseOversized } from "../../../document/check-document.ts";
import type { DerivedContent, Pointed } from "../../../document/derive-content.ts";
import { notify } from "../../../notifications/notify.ts";
import { notFound } from "../../../problem.ts";
import { isReadable } from "../../../records/readable.ts";
import { indexRecord } from "../../../search/index-record.ts";
import type { Services } from "../../../trpc/context.ts";
import { keepRevision } from "./keep-revision.ts";
import { tellOfWritten } from "./on-written.ts";
import { takeFiles } from "./page-files.ts";

interface SavedContent {
  pageId: string;
  content: DerivedContent;
  /** Who has written since the content was saved last; the first of them is named as the author. */
  editorIds: readonly string[];
  /** Nobody is told that they are mentioned: the words are not new. */
  isQuiet?: boolean | undefined;
}

type Saving = Pick<Services, "db" | "live" | "now">;

/**
 * Makes a document the content of a page, with its revision, its search document, what it points at and whom it tells, if
 * `claim` says in the transaction that it is the newest. Returns the number of the revision, and undefined where it is not;
 * nothing is written when the content is the same. Throws not_found.
 */
export async function saveContent(
  services: Saving,
  saved: SavedContent,
  claim: (db: Db) => Promise<boolean>,
): Promise<number | undefined> {
  refuseOversized(saved.content.size);
  const ctx = {
    db: services.db,
    now: services.now,
    actorId: saved.editorIds[0],
    publish: (signals: Parameters<typeof services.live.publish>[0]) => void services.live.publish(signals),
  };
  return transact(ctx, async (tx) => {
    if (!(await claim(tx.db))) return undefined;
    return (await saveContentIn(tx, services.now(), saved)).version;
  });
}

/** The same within a transaction that is open already. */
export async function saveContentIn(
  tx: Tx,
  now: Date,
  { pageId, content, editorIds, isQuiet }: SavedContent,
): Promise<{ version: number }> {
  const page = await tx.db
    .selectFrom("pages")
    .select(["id", "title", "contentJson", "contentVersion", "isTemplate"])
    .where("id", "=", pageId)
    .executeTakeFirst();
  if (!page) throw notFound();
  const { contentJson, headings, body, pointed } = content;
  if (contentJson === page.contentJson) return { version: await newestRevision(tx.db, pageId) };
  const authorId = editorIds[0] ?? null;
  const contentVersion = page.contentVersion + 1;
  await tx.db
    .updateTable("pages")
    .set({ contentJson, contentVersion, headingText: headings, contentText: body })
    .set({ updatedAt: now.toISOString(), ...(authorId && { updatedById: authorId }) })
    .where("id", "=", pageId)
    .execute();
  const { no, isNew } = await keepRevision(tx.db, now, {
    pageId,
    title: page.title,
    contentJson,
    editorIds,
    size: headings.length + body.length,
  });
  if (isNew) await tx.record({ kind: "page.written", subject: { type: "page", id: pageId }, after: { revision: no } });
  await writeReferences(tx.db, pageId, pointed);
  await takeFiles(tx.db, pageId, pointed.files, editorIds);
  if (!page.isTemplate && !isQuiet)
    await tellMentioned(tx, { id: pageId, title: page.title }, pointed.mentions, editorIds);
  await tellOfWritten(tx, { pageId, contentJson, editorIds });
  tx.wake("attachmentTexts");
  tx.beforeCommit(`search:${pageId}`, () => indexRecord(tx, { type: "page", id: pageId }));
  tx.signal({ event: "pageUpdated", payload: { page: { id: pageId } } });
  return { version: no };
}

/** The number of a page's newest revision; 0 while nothing has been written. */
export async function newestRevision(db: Db, pageId: string): Promise<number> {
  const row = await db
    .selectFrom("pageRevisions")
    .select((eb) => eb.fn.max("no").as("no"))
    .where("pageId", "=", pageId)
    .executeTakeFirst();
  return Number(row?.no ?? 0);
}

/** Tells whom a page mentions once it is no draft any more; until then nobody could read it. */
export async function tellOfPublished(tx: Tx, pageId: string, publisherId: string): Promise<void> {
  const page = await tx.db
    .selectFrom("pages")
    .select(["id", "title", "isTemplate"])
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();
  if (page.isTemplate) return;
  const people = await tx.db
    .selectFrom("pageReferences")
    .select("targetId as id")
    .where("pageId", "=", pageId)
    .where("kind", "=", "user")
    .execute();
  const mentions = people.map(({ id }) => ({ kind: "user" as const, id }));
  await tellMentioned(tx, page, mentions, [publisherId]);
}

/** Tells people, once for each page, that it mentions them; nobody hears of a page that is not for them. */
async function tellMentioned(
  tx: Tx,
  page: { id: string; title: string },
  mentions: readonly MentionKey[],
  editorIds: readonly string[],
): Promise<void> {
  const ids = mentions.flatMap(({ kind, id }) => (kind === "user" && !editorIds.includes(id) ? [id] : []));
  const [editorId] = editorIds;
  if (ids.length === 0 || editorId === undefined) return;
  const editor = await tx.db.selectFrom("users").select("name").where("id", "=", editorId).executeTakeFirst();
  const told = tx.db.selectFrom("pageMentionsTold").select("userId").where("pageId", "=", page.id);
  const people = await activeUsers(tx.db)
    .select(["id", "role"])
    .where("id", "in", ids)
    .where("id", "not in", told)
    .execute();
  for (const { id, role } of people) {
    if (!(await isReadable(tx.db, { type: "page", id: page.id }, { id, role }))) continue;
    await tx.db.insertInto("pageMentionsTold").values({ pageId: page.id, userId: id }).execute();
    const sentence = `${editor?.name ?? "Jemand"} hat dich in ${quoted(page.title)} erwähnt.`;
    const title = sentence.length > 140 ? `${sentence.slice(0, 139)}…` : sentence;
    const link = `/wiki/${page.id}`;
    const message = escapeHtml(sentence);
    await notify(tx, { forUserId: id, title, message, category: "wiki", link, asksForAction: true });
  }
}

/** Keeps what a page points at, in place of what was kept before. */
async function writeReferences(db: Db, pageId: string, pointed: Pointed): Promise<void> {
  await db.deleteFrom("pageReferences").where("pageId", "=", pageId).execute();
  const rows = [
    ...pointed.mentions.map(({ kind, id }) => ({ pageId, kind, targetId: id })),
    ...pointed.files.map((key) => ({ pageId, kind: "file" as const, targetId: key })),
  ];
  const size = 200;
  for (let start = 0; start < rows.length; start += size)
    await db
      .insertInto("pageReferences")
      .values(rows.slice(start, start + size))
      .execute();
  await writeExternalLinks(db, pageId, pointed.links);
}

/** The addresses out of the portal among links, as they are asked for: without the place within what they lead to. */
function externalLinks(links: readonly string[]): string[] {
  const urls = links
    .filter((href) => isExternalLink(href) && URL.canParse(href))
    .map((href) => new URL(href).href.replace(/#.*$/s, ""));
  return [...new Set(urls)];
}

const rowsAtOnce = 200;

/** Keeps where the links of a page lead, in place of what was kept before. */
async function writeExternalLinks(db: Db, pageId: string, links: readonly string[]): Promise<void> {
  await db.deleteFrom("pageLinks").where("pageId", "=", pageId).execute();
  const rows = externalLinks(links).map((url) => ({ pageId, url }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto("pageLinks")
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}
