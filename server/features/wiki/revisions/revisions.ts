import type { Selectable } from "kysely";
import type { z } from "zod";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { type Page, toPage } from "../../../../contract/pagination.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type * as contract from "../../../../contract/wiki/page-input.ts";
import type { PageRevision, PageRevisionReading } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import type { PageRevisionTable } from "../../../db/tables/pages.ts";
import { transact } from "../../../db/transact.ts";
import { readPointed } from "../../../document/stored-content.ts";
import { notFound, Problem } from "../../../problem.ts";
import { isReadable } from "../../../records/readable.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { newestRevision } from "../content/save-content.ts";
import { readHierarchyPage } from "../hierarchy/position.ts";
import { renderPage } from "../reading/rendered-pages.ts";
import { resolveReferences } from "../reading/resolve-references.ts";

/** The revisions of a page, newest first. Throws not_found. */
export async function listRevisions(
  { db, person }: PersonContext,
  { id, page, limit }: z.output<typeof contract.listRevisions>,
): Promise<Page<PageRevision>> {
  if (!(await isReadable(db, { type: "page", id }, person))) throw notFound();
  const total = await newestRevision(db, id);
  const rows = await selectRevisions(db, id)
    .orderBy("r.no", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return toPage(await toRevisions(db, rows), total, limit);
}

/** A revision as it was read then; names in it are those of today. */
export async function readRevision(
  ctx: PersonContext,
  { id, no }: z.output<typeof contract.getRevision>,
): Promise<PageRevisionReading> {
  const { revision, contentJson } = await findRevision(ctx, id, no);
  const { mentions, files } = await readPointed(ctx.person.id, contentJson);
  const references = await resolveReferences(ctx, mentions);
  const key = `${id}:r${no}:${revision.savedAt.toISOString()}`;
  return { ...revision, ...(await renderPage(ctx, { key, contentJson, references, files })) };
}

/** One revision of a page that the person may read; throws not_found. */
export async function findRevision({ db, person }: Pick<PersonContext, "db" | "person">, id: string, no: number) {
  if (!(await isReadable(db, { type: "page", id }, person))) throw notFound();
  const row = await selectRevisions(db, id).select("r.contentJson").where("r.no", "=", no).executeTakeFirst();
  if (!row) throw new Problem("not_found", { message: "Diese Version gibt es nicht." });
  const [revision] = await toRevisions(db, [row]);
  return { revision: revision as PageRevision, contentJson: row.contentJson };
}

/** Says in a few words what a revision is about; nothing that is saved later goes into it. */
export async function setRevisionSummary(
  ctx: PersonContext,
  { id, no, summary }: z.output<typeof contract.setRevisionSummary>,
): Promise<PageRevision> {
  await transact(ctx, async (tx) => {
    await readHierarchyPage(tx.db, ctx.person, id);
    await tx.db
      .updateTable("pageRevisions")
      .set({ summary: summary || null, isClosed: 1 })
      .where("pageId", "=", id)
      .where("no", "=", no)
      .execute();
    tx.signal({ event: "pageUpdated", payload: { page: { id } } });
  });
  return (await findRevision(ctx, id, no)).revision;
}

/** Makes a former content the present one, also for who has the page open, as a revision of its own. */
export async function restoreRevision(
  ctx: PersonContext,
  { id, no }: z.output<typeof contract.getRevision>,
): Promise<{ version: number }> {
  const { contentJson } = await findRevision(ctx, id, no);
  const { archivedAt } = await readHierarchyPage(ctx.db, ctx.person, id);
  if (archivedAt)
    throw new Problem("precondition", { message: "Diese Seite liegt im Papierkorb. Stelle sie zuerst wieder her." });
  await ctx.pageRooms.materialise(id);
  await closeNewest(ctx, id);
  const { version } = await ctx.pageRooms.write(id, ctx.person.id, contentJson);
  if (version === undefined) return { version: await newestRevision(ctx.db, id) };
  await transact(ctx, ({ db }) =>
    db
      .updateTable("pageRevisions")
      .set({ restoredFrom: no, isClosed: 1 })
      .where("pageId", "=", id)
      .where("no", "=", version)
      .execute(),
  );
  return { version };
}

async function closeNewest(ctx: PersonContext, id: string): Promise<void> {
  await transact(ctx, async ({ db }) => {
    const no = await newestRevision(db, id);
    await db.updateTable("pageRevisions").set({ isClosed: 1 }).where("pageId", "=", id).where("no", "=", no).execute();
  });
}

function selectRevisions(db: Db, pageId: string) {
  return db
    .selectFrom("pageRevisions as r")
    .leftJoin("pageRevisions as before", (join) =>
      join.onRef("before.pageId", "=", "r.pageId").on((eb) => eb("before.no", "=", eb("r.no", "-", 1))),
    )
    .select(["r.no", "r.title", "r.authorId", "r.contributorsJson", "r.startedAt", "r.savedAt", "r.summary"])
    .select(["r.size", "r.restoredFrom", "before.size as sizeBefore"])
    .where("r.pageId", "=", pageId);
}

type Row = Pick<
  Selectable<PageRevisionTable>,
  "no" | "title" | "authorId" | "contributorsJson" | "startedAt" | "savedAt" | "summary" | "size" | "restoredFrom"
> & { sizeBefore: number | null };

async function toRevisions(db: Db, rows: readonly Row[]): Promise<PageRevision[]> {
  const contributorsOf = ({ contributorsJson }: Pick<Row, "contributorsJson">) =>
    parseOwnJson<string[]>(contributorsJson);
  const ids = [...new Set(rows.flatMap((row) => [...(row.authorId ? [row.authorId] : []), ...contributorsOf(row)]))];
  const people = await readPeople(db, ids);
  return rows.map(({ no, title, summary, size, restoredFrom, authorId, startedAt, savedAt, sizeBefore, ...row }) => ({
    no,
    title,
    summary,
    size,
    restoredFrom,
    author: (authorId && people.get(authorId)) || null,
    contributors: contributorsOf(row).flatMap((id) => people.get(id) ?? []),
    startedAt: new Date(startedAt),
    savedAt: new Date(savedAt),
    sizeChange: size - (sizeBefore ?? 0),
  }));
}

/** The named people as they are shown beside what they wrote. */
export async function readPeople(db: Db, ids: readonly string[]): Promise<Map<string, Ref>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("users").select(["id", "name", "imageKey"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name, imageKey }) => [id, { id, label: name, ...(imageKey && { image: imageKey }) }]));
}
