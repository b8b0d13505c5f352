import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { maxDocumentBytes } from "../../../../contract/document/json.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type {
  duplicatePage as duplicateInput,
  newPageOptions,
  savePageAsTemplate,
} from "../../../../contract/wiki/page-input.ts";
import { maxPagesMoved } from "../../../../contract/wiki/page-limits.ts";
import type { Db } from "../../../db/connection.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { refuseOversized } from "../../../document/check-document.ts";
import { copyContent, type FirstContent, firstContent } from "../../../document/stored-content.ts";
import { invalidField, Problem } from "../../../problem.ts";
import { createRecordIn, type Written } from "../../../records/commands.ts";
import { findCreation, noteCreation } from "../../../records/forms/creations.ts";
import { isReadable } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readTagIds } from "../../../records/stored.ts";
import { effectiveOf, narrowed, visibleTo } from "../access/visibility.ts";
import { keepPageState } from "../collab/room-store.ts";
import { saveContentIn } from "../content/save-content.ts";
import { positionFor, readHierarchyPage, subtreeOf } from "../hierarchy/position.ts";
import { builtInDocument } from "../templates/templates.ts";

type NewPageOptions = z.infer<typeof newPageOptions>;

/**
 * Creates a page below another one or at the top, empty, with what a template holds or with this content; sent again
 * under the same `creationId` it answers with the page that it has created.
 */
export async function createPage(
  ctx: RecordContext,
  {
    body,
    creationId,
    templateId,
    parentId,
    content,
  }: { body: RecordBody; content?: FirstContent | undefined; creationId?: string | undefined } & NewPageOptions,
): Promise<Written> {
  const first = content ?? (templateId ? await templateContent(ctx, templateId) : undefined);
  return createOncePage(ctx, creationId, (tx) => createPageIn(tx, ctx, { body, parentId, content: first }));
}

/** Answers with the page that was created under this id before, or creates it. */
async function createOncePage(
  ctx: RecordContext,
  creationId: string | undefined,
  create: (tx: Tx) => Promise<Written>,
): Promise<Written> {
  return transact(ctx, async (tx) => {
    const creation = creationId === undefined ? undefined : { type: "page" as const, creationId };
    const known = creation && (await findCreation(tx, ctx, creation));
    if (known) return { ...known, title: (await readHierarchyPage(tx.db, ctx.person, known.id)).title };
    const written = await create(tx);
    if (creation) await noteCreation(tx, ctx, { ...creation, id: written.id });
    return written;
  });
}

interface NewPage {
  body: RecordBody;
  parentId?: string | null | undefined;
  content?: FirstContent | undefined;
  /** Known to others before the page is there. */
  id?: string;
  /** Nobody is told that the content mentions them. */
  isQuiet?: boolean;
}

/** The same within a transaction that is open already. */
export async function createPageIn(
  tx: Tx,
  ctx: RecordContext,
  { body, parentId = null, content, id, isQuiet }: NewPage,
): Promise<Written> {
  if (content) refuseOversized(content.size);
  const written = await createRecordIn(tx, storeOf("page"), ctx, { ...body, parentId }, id);
  if (!content) return written;
  // Nobody has opened the page yet.
  await tx.db.deleteFrom("pageStates").where("pageId", "=", written.id).execute();
  await keepPageState(tx.db, written.id, content.state, ctx.now());
  await saveContentIn(tx, ctx.now(), { pageId: written.id, content, editorIds: [ctx.person.id], isQuiet });
  return written;
}

async function templateContent(ctx: RecordContext, templateId: string): Promise<FirstContent> {
  const builtIn = builtInDocument(templateId);
  if (builtIn) return firstContent(builtIn);
  const template = await ctx.db
    .selectFrom("pages")
    .select(["contentJson", "isTemplate", "archivedAt"])
    .where("id", "=", templateId)
    .executeTakeFirst();
  const isThere = template?.isTemplate === 1 && template.archivedAt === null;
  if (!isThere || !(await isReadable(ctx.db, { type: "page", id: templateId }, ctx.person)))
    throw invalidField("templateId", "Vorlage: Diese Vorlage gibt es nicht mehr.");
  return copyContent(ctx.person.id, template.contentJson);
}

/** Copies a page right behind it, with what lies below it as far as the person may read it; once for a `creationId`. */
export async function duplicatePage(
  ctx: RecordContext,
  { id, withChildren, creationId }: z.infer<typeof duplicateInput>,
): Promise<Written> {
  return withContents(ctx, withChildren ? await readableBelow(ctx, id) : [id], (contents) =>
    createOncePage(ctx, creationId, async (tx) => {
      const { parentId, title } = await readHierarchyPage(tx.db, ctx.person, id);
      const copy = await copyPage(tx, ctx, { id, parentId, title: copiedTitle(title), contents });
      const position = await positionFor(tx.db, parentId, { after: id }, copy.id);
      await tx.db.updateTable("pages").set({ position }).where("id", "=", copy.id).execute();
      if (withChildren) await copyBelow(tx, ctx, { id, copyId: copy.id, contents });
      return copy;
    }),
  );
}

/** Keeps what a page holds as a template of its own, at the top of the tree and out of sight there; once for a `creationId`. */
export async function saveAsTemplate(
  ctx: RecordContext,
  { id, creationId }: z.infer<typeof savePageAsTemplate>,
): Promise<Written> {
  return withContents(ctx, [id], (contents) =>
    createOncePage(ctx, creationId, async (tx) => {
      const { title } = await readHierarchyPage(tx.db, ctx.person, id);
      return copyPage(tx, ctx, { id, parentId: null, title, contents, isTemplate: true });
    }),
  );
}

/** What copies of pages begin with, by the page that is copied; made before the transaction, for which everybody waits. */
type Contents = ReadonlyMap<string, FirstContent & { copiedJson: string }>;

/** A page that was written in while its copy was made ready. */
class Outdated extends Error {}

const maxTries = 3;

async function withContents(
  ctx: RecordContext,
  ids: readonly string[],
  copy: (contents: Contents) => Promise<Written>,
): Promise<Written> {
  for (let tries = 1; ; tries += 1) {
    const contents = await readContents(ctx, ids);
    try {
      return await copy(contents);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      if (tries === maxTries)
        throw new Problem("conflict", { message: "Die Seite wird gerade geändert. Versuche es gleich noch einmal." });
    }
  }
}

async function readContents(ctx: RecordContext, ids: readonly string[]): Promise<Contents> {
  const contents = new Map<string, FirstContent & { copiedJson: string }>();
  for (const id of ids) {
    if (!(await isReadable(ctx.db, { type: "page", id }, ctx.person))) continue;
    const page = await ctx.db.selectFrom("pages").select("contentJson").where("id", "=", id).executeTakeFirst();
    if (!page) continue;
    const copiedJson = page.contentJson;
    contents.set(id, { ...(await copyContent(ctx.person.id, copiedJson)), copiedJson });
    await setImmediate();
  }
  return contents;
}

async function readableBelow(ctx: RecordContext, id: string): Promise<string[]> {
  if (!(await isReadable(ctx.db, { type: "page", id }, ctx.person))) return [];
  const below = await subtreeOf(ctx.db, id);
  const ids = below.map((page) => page.id);
  await refuseTooMany(ctx.db, ids);
  return below.filter((page) => page.id === id || !page.archivedAt).map((page) => page.id);
}

async function copyBelow(
  tx: Tx,
  ctx: RecordContext,
  { id, copyId, contents }: { id: string; copyId: string; contents: Contents },
): Promise<void> {
  const copies = new Map([[id, copyId]]);
  const below = await subtreeOf(tx.db, id);
  for (const page of below) {
    const parentId = copies.get(page.parentId ?? "");
    if (page.id === id || page.id === copyId || page.archivedAt || !parentId) continue;
    if (!(await isReadable(tx.db, { type: "page", id: page.id }, ctx.person))) continue;
    const copy = await copyPage(tx, ctx, { id: page.id, parentId, title: page.title, contents });
    copies.set(page.id, copy.id);
  }
}

/** All of it is copied in one transaction, for which everybody else waits. */
async function refuseTooMany(db: Db, ids: readonly string[]): Promise<void> {
  const message = `Mit Unterseiten lassen sich höchstens ${maxPagesMoved} Seiten mit zusammen 2 MB Inhalt duplizieren. Dupliziere sie in Teilen.`;
  if (ids.length > maxPagesMoved) throw new Problem("invalid", { message });
  const { bytes } = await db
    .selectFrom("pages")
    .select((eb) => eb.fn.sum<number>(eb.fn("length", ["contentJson"])).as("bytes"))
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  if (Number(bytes) > maxDocumentBytes) throw new Problem("invalid", { message });
}

interface Copy {
  id: string;
  parentId: string | null;
  title: string;
  contents: Contents;
  isTemplate?: boolean;
}

async function copyPage(
  tx: Tx,
  ctx: RecordContext,
  { id, parentId, title, contents, isTemplate = false }: Copy,
): Promise<Written> {
  const source = await tx.db
    .selectFrom("pages")
    .select(["icon", "visibility", "privateToId", "contentJson", "reviewEveryMonths", "parentId"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { icon, reviewEveryMonths } = source;
  const status = isTemplate ? "published" : "draft";
  // A copy elsewhere is read by nobody who may not read the page itself once that is published.
  const above = await effectiveOf(tx.db, source.parentId);
  const visibility = visibleTo(narrowed(above, source.visibility, source.privateToId));
  const tags = await readTagIds(tx.db, storeOf("page"), id);
  const body = { title, icon, status, visibility, reviewEveryMonths, tags };
  const content = contents.get(id);
  if (content?.copiedJson !== source.contentJson) throw new Outdated();
  const copy = await createPageIn(tx, ctx, { body, parentId, content });
  if (isTemplate) await tx.db.updateTable("pages").set({ isTemplate: 1 }).where("id", "=", copy.id).execute();
  return copy;
}

const copiedTitle = (title: string) => (title.length > 190 ? `${title.slice(0, 189)}… (Kopie)` : `${title} (Kopie)`);
