import type { z } from "zod";
import { cleanDocument } from "../../../../contract/document/clean.ts";
import { type DocumentJson, maxDocumentBytes } from "../../../../contract/document/json.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type {
  duplicatePage as duplicateInput,
  newPagePlace,
  savePageAsTemplate,
} from "../../../../contract/wiki/page-input.ts";
import { maxPagesMoved } from "../../../../contract/wiki/page-limits.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { checkSize } from "../../../document/check-document.ts";
import { invalidField, Problem } from "../../../problem.ts";
import { createRecordIn, type Written } from "../../../records/commands.ts";
import { findCreation, noteCreation } from "../../../records/creations.ts";
import { isReadable } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readTagIds } from "../../../records/stored.ts";
import { effectiveOf, narrowed, visibleTo } from "../access/visibility.ts";
import { createPageState, keepPageState } from "../collab/room-store.ts";
import { saveContentIn } from "../content/save-content.ts";
import { positionFor, readPlaced, subtreeOf } from "../hierarchy/position.ts";
import { builtInDocument } from "../templates/templates.ts";

type Place = z.infer<typeof newPagePlace>;

/**
 * Creates a page below another one or at the top, empty, with what a template holds or with this document; sent again
 * under the same `creationId` it answers with the page that it has created.
 */
export async function createPage(
  ctx: RecordContext,
  {
    body,
    creationId,
    ...place
  }: { body: RecordBody; document?: DocumentJson; state?: Uint8Array; creationId?: string | undefined } & Place,
): Promise<Written> {
  return createOncePage(ctx, creationId, (tx) => createPageIn(tx, ctx, { body, ...place }));
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
    if (known) return { ...known, title: (await readPlaced(tx.db, ctx.person, known.id)).title };
    const written = await create(tx);
    if (creation) await noteCreation(tx, ctx, { ...creation, id: written.id });
    return written;
  });
}

interface Further {
  document?: DocumentJson;
  /** The document as the first state of the page, where it was made already. */
  state?: Uint8Array;
  /** Known to others before the page is there. */
  id?: string;
  /** Nobody is told that the content mentions them. */
  isQuiet?: boolean;
}

/** The same within a transaction that is open already, also with a content of its own. */
export async function createPageIn(
  tx: Tx,
  ctx: RecordContext,
  { body, parentId = null, templateId, document, state, id, isQuiet }: { body: RecordBody } & Further & Place,
): Promise<Written> {
  const content = document ?? (templateId ? await templateDocument(tx, ctx, templateId) : undefined);
  if (content) checkSize(content);
  const written = await createRecordIn(tx, storeOf("page"), ctx, { ...body, parentId }, id);
  if (content) await giveContent(tx, ctx, { pageId: written.id, document: content, state, isQuiet });
  return written;
}

/** The first content of a page, which nobody has opened yet. */
async function giveContent(
  tx: Tx,
  ctx: RecordContext,
  {
    pageId,
    document,
    state,
    isQuiet,
  }: { pageId: string; document: DocumentJson; state: Uint8Array | undefined; isQuiet: boolean | undefined },
): Promise<void> {
  await tx.db.deleteFrom("pageStates").where("pageId", "=", pageId).execute();
  if (state) await keepPageState(tx.db, pageId, state, ctx.now());
  else await createPageState(tx.db, pageId, document, ctx.now());
  await saveContentIn(tx, ctx.now(), { pageId, document, editorIds: [ctx.person.id], isQuiet });
}

async function templateDocument(tx: Tx, ctx: RecordContext, templateId: string): Promise<DocumentJson> {
  const builtIn = builtInDocument(templateId);
  if (builtIn) return builtIn;
  const template = await tx.db
    .selectFrom("pages")
    .select(["contentJson", "isTemplate", "archivedAt"])
    .where("id", "=", templateId)
    .executeTakeFirst();
  const isThere = template?.isTemplate === 1 && template.archivedAt === null;
  if (!isThere || !(await isReadable(tx.db, { type: "page", id: templateId }, ctx.person)))
    throw invalidField("templateId", "Vorlage: Diese Vorlage gibt es nicht mehr.");
  return cleanDocument(JSON.parse(template.contentJson));
}

/** Copies a page right behind it, with what lies below it as far as the person may read it; once for a `creationId`. */
export async function duplicatePage(
  ctx: RecordContext,
  { id, withChildren, creationId }: z.infer<typeof duplicateInput>,
): Promise<Written> {
  return createOncePage(ctx, creationId, async (tx) => {
    const { parentId, title } = await readPlaced(tx.db, ctx.person, id);
    const copy = await copyPage(tx, ctx, id, { parentId, title: copiedTitle(title) });
    const position = await positionFor(tx.db, parentId, { after: id }, copy.id);
    await tx.db.updateTable("pages").set({ position }).where("id", "=", copy.id).execute();
    if (withChildren) await copyBelow(tx, ctx, id, copy.id);
    return copy;
  });
}

/** Keeps what a page holds as a template of its own, at the top of the tree and out of sight there; once for a `creationId`. */
export async function saveAsTemplate(
  ctx: RecordContext,
  { id, creationId }: z.infer<typeof savePageAsTemplate>,
): Promise<Written> {
  return createOncePage(ctx, creationId, async (tx) => {
    const { title } = await readPlaced(tx.db, ctx.person, id);
    return copyPage(tx, ctx, id, { parentId: null, title }, true);
  });
}

async function copyBelow(tx: Tx, ctx: RecordContext, id: string, copyId: string): Promise<void> {
  const copies = new Map([[id, copyId]]);
  const below = await subtreeOf(tx.db, id);
  await refuseTooMany(
    tx,
    below.map((page) => page.id),
  );
  for (const page of below) {
    const parentId = copies.get(page.parentId ?? "");
    if (page.id === id || page.id === copyId || page.archivedAt || !parentId) continue;
    if (!(await isReadable(tx.db, { type: "page", id: page.id }, ctx.person))) continue;
    const copy = await copyPage(tx, ctx, page.id, { parentId, title: page.title });
    copies.set(page.id, copy.id);
  }
}

/** All of it is copied in one transaction, for which everybody else waits. */
async function refuseTooMany(tx: Tx, ids: readonly string[]): Promise<void> {
  const message = `Mit Unterseiten lassen sich höchstens ${maxPagesMoved} Seiten mit zusammen 2 MB Inhalt duplizieren. Dupliziere sie in Teilen.`;
  if (ids.length > maxPagesMoved) throw new Problem("invalid", { message });
  const { bytes } = await tx.db
    .selectFrom("pages")
    .select((eb) => eb.fn.sum<number>(eb.fn("length", ["contentJson"])).as("bytes"))
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  if (Number(bytes) > maxDocumentBytes) throw new Problem("invalid", { message });
}

async function copyPage(
  tx: Tx,
  ctx: RecordContext,
  id: string,
  { parentId, title }: { parentId: string | null; title: string },
  isTemplate = false,
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
  // What was stored before there were limits is refused before it is read.
  const stored = JSON.parse(source.contentJson);
  checkSize(stored);
  const document = cleanDocument(stored);
  const copy = await createPageIn(tx, ctx, { body, parentId, document });
  if (isTemplate) await tx.db.updateTable("pages").set({ isTemplate: 1 }).where("id", "=", copy.id).execute();
  return copy;
}

const copiedTitle = (title: string) => (title.length > 190 ? `${title.slice(0, 189)}… (Kopie)` : `${title} (Kopie)`);
