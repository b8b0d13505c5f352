import { setImmediate } from "node:timers/promises";
import { mentionName } from "../../../../contract/document/mentions.ts";
import type { UploadedFile } from "../../../../contract/files/files.ts";
import { valuesOf } from "../../../../contract/records/rows.ts";
import type { PageMeta } from "../../../../contract/wiki/page-transfer.ts";
import { pages } from "../../../../contract/wiki/pages.ts";
import { transact } from "../../../db/transact.ts";
import { notFound, Problem } from "../../../problem.ts";
import { getRecord } from "../../../records/queries.ts";
import { readableBy } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { listAttachments } from "../../attachments/queries.ts";
import { findFile } from "../../files/queries.ts";
import { allPages, type PageBelow, readHierarchyPage, subtreeOf } from "../hierarchy/position.ts";
import { keptReferences, resolveReferences, shownFiles } from "../reading/resolve-references.ts";
import { pages as store } from "../store.ts";
import { ExportPaths } from "./export-paths.ts";
import type { PageLabels } from "./written-page.ts";

const maxPages = 10_000;

/** A page on its way out, as the person may see it. */
export interface ExportedPage {
  id: string;
  title: string;
  meta: PageMeta;
  contentJson: string;
  /** Those that it shows, by key; what the person may not see is not among them. */
  files: Map<string, UploadedFile>;
  /** Keys of files that hang on it without being shown. */
  attached: string[];
  /** Of both, by key. */
  fileNames: Map<string, string>;
  /** Of everything that it points at. */
  labels: PageLabels;
  /** Where its files lie, by key: those that have a path in the export, and how this is written. */
  fileUrls(urlOf: (path: string) => string): Map<string, string>;
  /** Where the pages are that it points at, as far as they have a URL. */
  pageUrls(urlOf: (id: string) => string | undefined): Map<string, string>;
}

/** Which pages leave the portal: one with what lies below it, all, or those that were selected. */
export type ExportScope =
  | { kind: "tree"; id: string; alone: boolean }
  | { kind: "all" }
  | { kind: "some"; ids: readonly string[] };

export interface PageExport {
  /** For whom it is written. */
  userId: string;
  title: string;
  order: PageBelow[];
  paths: ExportPaths;
  read(page: PageBelow): Promise<ExportedPage>;
}

/**
 * Opens the export of pages; leaves out what is not for the person, and the trash unless it is what was asked for.
 * `isUnlimited` is for work in the background, which nobody waits for.
 */
export async function openPageExport(
  ctx: RecordContext,
  { scope, format, isUnlimited = false }: { scope: ExportScope; format: string; isUnlimited?: boolean },
): Promise<PageExport> {
  const { title, subjectId } = await nameOf(ctx, scope);
  const order = await orderOf(ctx, scope);
  const [first] = order;
  if (!first) throw notFound();
  if (order.length > maxPages && !isUnlimited)
    throw new Problem("too_large", { message: `Es lassen sich höchstens ${maxPages} Seiten auf einmal exportieren.` });
  await transact(ctx, (tx) =>
    tx.record({
      kind: "page.exported",
      subject: { type: "page", id: subjectId },
      after: { format, pages: order.length },
    }),
  );
  const paths = new ExportPaths(order);
  return {
    userId: ctx.person.id,
    title: title ?? (order.length === 1 ? first.title : "Wiki-Auswahl"),
    order,
    paths,
    read: (page) => readExported(ctx, page, paths),
  };
}

/** Under what the audit log keeps exports that are not of one page alone. */
const wholeWiki = "wiki";

async function nameOf(ctx: RecordContext, scope: ExportScope): Promise<{ title?: string; subjectId: string }> {
  if (scope.kind === "tree") {
    const { title } = await readHierarchyPage(ctx.db, ctx.person, scope.id);
    return { title, subjectId: scope.id };
  }
  if (scope.kind === "all") return { title: "Wiki", subjectId: wholeWiki };
  const [first = wholeWiki, ...others] = scope.ids;
  return { subjectId: others.length === 0 ? first : wholeWiki };
}

/** From the top down, every page followed by what lies below it. */
async function orderOf(ctx: RecordContext, scope: ExportScope): Promise<PageBelow[]> {
  const all = scope.kind === "tree" ? await subtreeOf(ctx.db, scope.id) : await allPages(ctx.db);
  const known = new Set(all.map(({ id }) => id));
  const children = Map.groupBy(all, ({ id, parentId }) =>
    parentId === null || !known.has(parentId) || (scope.kind === "tree" && id === scope.id) ? null : parentId,
  );
  const readable = await readableIds(ctx);
  const wanted = scope.kind === "some" ? new Set(scope.ids) : undefined;
  const order: PageBelow[] = [];
  const walk = (page: PageBelow): void => {
    const isAsked = scope.kind === "tree" ? page.id === scope.id : wanted?.has(page.id);
    const isLeftOut = !readable.has(page.id) || (page.archivedAt !== null && !isAsked);
    if (isLeftOut && !wanted) return;
    if (!isLeftOut && (isAsked || !wanted)) order.push(page);
    if (scope.kind === "tree" && scope.alone) return;
    for (const child of children.get(page.id) ?? []) walk(child);
  };
  for (const page of children.get(null) ?? []) walk(page);
  return order;
}

async function readableIds({ db, person }: RecordContext): Promise<Set<string>> {
  const condition = readableBy("page", person);
  let query = db.selectFrom("pages as record").select("record.id");
  if (condition) query = query.where(condition);
  return new Set((await query.execute()).map(({ id }) => id));
}

async function readExported(ctx: RecordContext, page: PageBelow, paths: ExportPaths): Promise<ExportedPage> {
  // Between two pages everybody else has their turn: the database itself never waits.
  await setImmediate();
  const { contentJson } = await ctx.db
    .selectFrom("pages")
    .select("contentJson")
    .where("id", "=", page.id)
    .executeTakeFirstOrThrow();
  const files = new Map<string, UploadedFile>();
  for (const key of await shownFiles(ctx.db, page.id)) {
    const file = await findFile(ctx.db, key, ctx.person);
    if (file) files.set(key, file);
  }
  const hanging = await listAttachments(ctx, { type: "page", id: page.id });
  const attached = hanging.filter(({ key }) => !files.has(key));
  const fileNames = new Map([...attached, ...files.values()].map(({ key, filename }) => [key, filename]));
  for (const [key, filename] of fileNames) paths.addFile(key, filename);
  const references = await resolveReferences(ctx, await keptReferences(ctx.db, page.id));
  const labels = new Map(references.map((reference) => [mentionName(reference), reference.label]));
  return {
    id: page.id,
    title: page.title,
    contentJson,
    files,
    fileNames,
    labels,
    meta: await readMeta(ctx, page, paths),
    attached: attached.map(({ key }) => key),
    fileUrls: (urlOf) =>
      mapped(fileNames.keys(), (key) => {
        const path = paths.files.get(key);
        return path === undefined ? undefined : urlOf(path);
      }),
    pageUrls: (urlOf) =>
      mapped(
        references.filter(({ kind }) => kind === "page").map(({ id }) => id),
        urlOf,
      ),
  };
}

function mapped(keys: Iterable<string>, urlOf: (key: string) => string | undefined): Map<string, string> {
  const urls = new Map<string, string>();
  for (const key of keys) {
    const url = urlOf(key);
    if (url !== undefined) urls.set(key, url);
  }
  return urls;
}

async function readMeta(ctx: RecordContext, { id }: PageBelow, paths: ExportPaths): Promise<PageMeta> {
  const row = await getRecord(store, ctx, { id });
  const values = valuesOf(pages, row);
  const responsible = values.responsibleUserId;
  const user = responsible
    ? await ctx.db.selectFrom("users").select("email").where("id", "=", responsible.id).executeTakeFirst()
    : undefined;
  const meta: PageMeta = { id, title: row.title, position: paths.positionOf(id) };
  if (values.icon) meta.icon = values.icon;
  if (values.status) meta.status = values.status;
  if (values.visibility) meta.visibility = values.visibility;
  meta.tags = (values.tags ?? []).map(({ name }) => name);
  const owner = user?.email ?? responsible?.label;
  if (owner) meta.responsible = owner;
  if (values.reviewEveryMonths) meta.reviewEveryMonths = values.reviewEveryMonths;
  if (values.isTemplate) meta.isTemplate = true;
  return meta;
}
