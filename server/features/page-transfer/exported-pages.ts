import type { DocumentJson } from "../../../contract/document/json.ts";
import { mayBeHidden, mentionName, mentionWords } from "../../../contract/document/mentions.ts";
import type { UploadedFile } from "../../../contract/files.ts";
import type { PageMeta } from "../../../contract/page-transfer.ts";
import { transact } from "../../db/transact.ts";
import { referencesOf } from "../../document/text.ts";
import { Problem } from "../../problem.ts";
import { getRecord } from "../../records/queries.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { listAttachments } from "../attachments/queries.ts";
import { findFile } from "../files/queries.ts";
import { type PageBelow, readPlaced, subtreeOf } from "../pages/place.ts";
import { keptReferences, resolveReferences } from "../pages/resolved-references.ts";
import { pages as store } from "../pages/store.ts";
import { ExportPlaces } from "./export-places.ts";

const mostPages = 3000;

/** A page on its way out, as the person may see it. */
export interface ExportedPage {
  id: string;
  title: string;
  meta: PageMeta;
  document: DocumentJson;
  /** Those that it shows, by key; what the person may not see is not among them. */
  files: Map<string, UploadedFile>;
  /** Keys of files that hang on it without being shown. */
  attached: string[];
  /** Of both, by key. */
  fileNames: Map<string, string>;
  /** Of everything that it mentions: the name for this person, or the neutral word. */
  labelOf(kind: string, id: string): string | undefined;
  /** Whether it points at a page that is not for this person. */
  hides(pageId: string): boolean;
}

export interface PageExport {
  title: string;
  order: PageBelow[];
  places: ExportPlaces;
  read(page: PageBelow): Promise<ExportedPage>;
}

/** Opens the export of a page, with what lies below it unless `alone`; leaves the trash and what is not for the person. */
export async function openPageExport(
  ctx: RecordContext,
  { id, format, alone }: { id: string; format: string; alone: boolean },
): Promise<PageExport> {
  const { title } = await readPlaced(ctx.db, ctx.person, id);
  const order = await readableTree(ctx, id, alone);
  if (order.length > mostPages)
    throw new Problem("too_large", { message: `Es lassen sich höchstens ${mostPages} Seiten auf einmal exportieren.` });
  await transact(ctx, (tx) =>
    tx.record({ kind: "page.exported", subject: { type: "page", id }, after: { format, pages: order.length } }),
  );
  const places = new ExportPlaces(order);
  return { title, order, places, read: (page) => readExported(ctx, page, places) };
}

/** From the top down, every page followed by what lies below it. */
async function readableTree(ctx: RecordContext, id: string, alone: boolean): Promise<PageBelow[]> {
  const all = await subtreeOf(ctx.db, id);
  const children = Map.groupBy(all, ({ parentId }) => parentId);
  const walk = async (page: PageBelow): Promise<PageBelow[]> => {
    if (page.id !== id && page.archivedAt !== null) return [];
    if (!(await isReadable(ctx.db, { type: "page", id: page.id }, ctx.person))) return [];
    const below: PageBelow[] = [];
    if (!alone) for (const child of children.get(page.id) ?? []) below.push(...(await walk(child)));
    return [page, ...below];
  };
  const top = all.find((page) => page.id === id);
  return top ? walk(top) : [];
}

async function readExported(ctx: RecordContext, page: PageBelow, places: ExportPlaces): Promise<ExportedPage> {
  const { contentJson } = await ctx.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", page.id)
    .executeTakeFirstOrThrow();
  const document = JSON.parse(contentJson) as DocumentJson;
  const files = new Map<string, UploadedFile>();
  for (const key of referencesOf(document).files) {
    const file = await findFile(ctx.db, key, ctx.person);
    if (file) files.set(key, file);
  }
  const hanging = await listAttachments(ctx, { type: "page", id: page.id });
  const attached = hanging.filter(({ key }) => !files.has(key));
  const fileNames = new Map([...attached, ...files.values()].map(({ key, filename }) => [key, filename]));
  for (const [key, filename] of fileNames) places.addFile(key, filename);
  const references = await resolveReferences(ctx, await keptReferences(ctx.db, page.id));
  const labels = new Map(references.map((reference) => [mentionName(reference), reference.label]));
  return {
    ...{ id: page.id, title: page.title, document, files, fileNames },
    meta: await readMeta(ctx, page, places),
    attached: attached.map(({ key }) => key),
    labelOf(kind, id) {
      const key = { kind, id } as Parameters<typeof mentionName>[0];
      const label = labels.get(mentionName(key));
      if (label !== undefined && label !== null) return label;
      return mayBeHidden(key.kind) ? mentionWords(key.kind) : undefined;
    },
    hides: (id) => (labels.get(mentionName({ kind: "page", id })) ?? null) === null,
  };
}

async function readMeta(ctx: RecordContext, { id }: PageBelow, places: ExportPlaces): Promise<PageMeta> {
  const { title, values } = await getRecord(store, ctx, { id });
  const responsible = values.responsibleUserId as { id: string; label: string } | null;
  const user = responsible
    ? await ctx.db.selectFrom("users").select("email").where("id", "=", responsible.id).executeTakeFirst()
    : undefined;
  const meta: PageMeta = { id, title, position: places.positionOf(id) };
  if (values.icon) meta.icon = values.icon as string;
  meta.status = values.status as NonNullable<PageMeta["status"]>;
  meta.visibility = values.visibility as NonNullable<PageMeta["visibility"]>;
  meta.tags = (values.tags as { label?: string; name?: string }[]).map((tag) => tag.label ?? tag.name ?? "");
  const owner = user?.email ?? responsible?.label;
  if (owner) meta.responsible = owner;
  if (values.reviewEveryMonths) meta.reviewEveryMonths = values.reviewEveryMonths as number;
  if (values.isTemplate) meta.isTemplate = true;
  return meta;
}
