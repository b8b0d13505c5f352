import type { z } from "zod";
import { cleanDocument } from "../../../../contract/document/clean.ts";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import type { duplicatePage as duplicateInput, newPagePlace } from "../../../../contract/wiki/page-input.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { invalidField } from "../../../problem.ts";
import { createRecordIn, type Written } from "../../../records/commands.ts";
import { isReadable } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readTagIds } from "../../../records/stored.ts";
import { createPageState } from "../collab/room-store.ts";
import { saveContentIn } from "../content/save-content.ts";
import { positionFor, readPlaced, subtreeOf } from "../hierarchy/position.ts";
import { builtInDocument } from "../templates/templates.ts";

type Place = z.infer<typeof newPagePlace>;

/** Creates a page below another one or at the top, empty, with what a template holds or with this document. */
export async function createPage(
  ctx: RecordContext,
  { body, ...place }: { body: RecordBody; document?: DocumentJson } & Place,
) {
  return transact(ctx, (tx) => createPageIn(tx, ctx, { body, ...place }));
}

interface Further {
  document?: DocumentJson;
  /** Known to others before the page is there. */
  id?: string;
  /** Nobody is told that the content mentions them. */
  isQuiet?: boolean;
}

/** The same within a transaction that is open already, also with a content of its own. */
export async function createPageIn(
  tx: Tx,
  ctx: RecordContext,
  { body, parentId = null, templateId, document, id, isQuiet }: { body: RecordBody } & Further & Place,
): Promise<Written> {
  const content = document ?? (templateId ? await templateDocument(tx, ctx, templateId) : undefined);
  const written = await createRecordIn(tx, storeOf("page"), ctx, { ...body, parentId }, id);
  if (content) await giveContent(tx, ctx, { pageId: written.id, document: content, isQuiet });
  return written;
}

/** The first content of a page, which nobody has opened yet. */
async function giveContent(
  tx: Tx,
  ctx: RecordContext,
  { pageId, document, isQuiet }: { pageId: string; document: DocumentJson; isQuiet?: boolean | undefined },
): Promise<void> {
  await tx.db.deleteFrom("pageStates").where("pageId", "=", pageId).execute();
  await createPageState(tx.db, pageId, document, ctx.now());
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

/** Copies a page right behind it, with what lies below it as far as the person may read it. */
export async function duplicatePage(
  ctx: RecordContext,
  { id, withChildren }: z.infer<typeof duplicateInput>,
): Promise<Written> {
  return transact(ctx, async (tx) => {
    const { parentId, title } = await readPlaced(tx.db, ctx.person, id);
    const copy = await copyPage(tx, ctx, id, { parentId, title: copiedTitle(title) });
    const position = await positionFor(tx.db, parentId, { after: id }, copy.id);
    await tx.db.updateTable("pages").set({ position }).where("id", "=", copy.id).execute();
    if (withChildren) await copyBelow(tx, ctx, id, copy.id);
    return copy;
  });
}

/** Keeps what a page holds as a template of its own, at the top of the tree and out of sight there. */
export async function saveAsTemplate(ctx: RecordContext, { id }: { id: string }): Promise<Written> {
  return transact(ctx, async (tx) => {
    const { title } = await readPlaced(tx.db, ctx.person, id);
    const copy = await copyPage(tx, ctx, id, { parentId: null, title }, true);
    return copy;
  });
}

async function copyBelow(tx: Tx, ctx: RecordContext, id: string, copyId: string): Promise<void> {
  const copies = new Map([[id, copyId]]);
  for (const page of await subtreeOf(tx.db, id)) {
    const parentId = copies.get(page.parentId as string);
    if (page.id === id || page.id === copyId || page.archivedAt || !parentId) continue;
    if (!(await isReadable(tx.db, { type: "page", id: page.id }, ctx.person))) continue;
    const copy = await copyPage(tx, ctx, page.id, { parentId, title: page.title });
    copies.set(page.id, copy.id);
  }
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
    .select(["icon", "status", "visibility", "maintainersOnly", "privateToId", "contentJson", "reviewEveryMonths"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { icon, reviewEveryMonths } = source;
  // A copy elsewhere is read by nobody who may not read the page itself.
  const visibility = source.privateToId ? "private" : source.maintainersOnly ? "maintainers" : "team";
  const tags = await readTagIds(tx.db, storeOf("page"), id);
  const body = { title, icon, status: "draft", visibility, reviewEveryMonths, tags };
  const document = cleanDocument(JSON.parse(source.contentJson));
  const copy = await createPageIn(tx, ctx, { body, parentId, document });
  if (isTemplate) await tx.db.updateTable("pages").set({ isTemplate: 1 }).where("id", "=", copy.id).execute();
  return copy;
}

const copiedTitle = (title: string) => (title.length > 190 ? `${title.slice(0, 189)}… (Kopie)` : `${title} (Kopie)`);
