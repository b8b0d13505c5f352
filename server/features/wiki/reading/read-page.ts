import { sql } from "kysely";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { mentionName } from "../../../../contract/document/mentions.ts";
import { slugOf } from "../../../../contract/document/slug.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { type RecordRow, valuesOf } from "../../../../contract/records/rows.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { portalDate } from "../../../../contract/time/today.ts";
import type { PageContent, PageLink, PageReading, PageReview } from "../../../../contract/wiki/page-rows.ts";
import { pages } from "../../../../contract/wiki/pages.ts";
import type { Db } from "../../../db/connection.ts";
import { prepare } from "../../../db/prepare.ts";
import { labelMentions } from "../../../document/stored-content.ts";
import { notFound } from "../../../problem.ts";
import { getRecord } from "../../../records/queries.ts";
import { isReadable, prepareForReader, type Reader } from "../../../records/readable.ts";
import { storeOf } from "../../../records/registry.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { visibleTo } from "../access/visibility.ts";
import { readDeadLinks } from "../gaps/dead-links.ts";
import { lineOf } from "../hierarchy/position.ts";
import { readNodes } from "../tree/tree.ts";
import { selectLinks, toLinks } from "./page-links.ts";
import { renderPage } from "./rendered-pages.ts";
import { keptReferences, resolveReferences, shownFiles } from "./resolve-references.ts";

/** Everything that reading a page shows, as far as the person may see it. Throws not_found. */
export async function readPage(ctx: PersonContext, { id }: { id: string }): Promise<PageReading> {
  const { db, person } = ctx;
  const row = await getRecord(storeOf("page"), ctx, { id });
  const [page] = await selectPage(db, id, person.id);
  if (!page) throw notFound();
  const references = await resolveReferences(ctx, await keptReferences(db, id));
  const key = `${id}:${page.contentVersion}`;
  const files = await shownFiles(db, id);
  const { html, toc } = await renderPage(ctx, { key, contentJson: page.contentJson, references, files });
  const isOwn = page.createdById === person.id || page.responsibleUserId === person.id;
  const { edit } = row.can;
  return {
    row,
    html,
    toc,
    references,
    backlinks: await readBacklinks(db, person, id),
    children: await readNodes(db, person, id),
    breadcrumb: (await lineOf(db, page.parentId)).reverse().map(({ level: _, ...crumb }) => crumb),
    visibleTo: visibleTo(page),
    review: reviewOf(row, portalDate(ctx.now())),
    isFavourite: page.favouriteId !== null,
    revisionNo: Number(page.revisionNo ?? 0),
    contentVersion: page.contentVersion,
    isEmpty: page.contentText === "" && page.headingText === "" && toc.length === 0 && !html.includes("<img"),
    deadLinks: await readDeadLinks(db, id),
    can: { edit, setMaintainers: edit && hasAbility(person.role, "seeMaintainerPages"), setPrivate: edit && isOwn },
    slug: slugOf(row.title),
  };
}

const selectPage = prepare((db, id: string, personId: string) =>
  db
    .selectFrom("pages")
    .select(["contentJson", "contentVersion", "contentText", "headingText", "createdById", "responsibleUserId"])
    .select(["maintainersOnly", "privateToId", "parentId"])
    .select((eb) => [
      eb
        .selectFrom("pageRevisions")
        .select((of) => of.fn.max("no").as("no"))
        .whereRef("pageId", "=", "pages.id")
        .as("revisionNo"),
      eb
        .selectFrom("pageFavourites")
        .select("pageId")
        .where("userId", "=", personId)
        .whereRef("pageId", "=", "pages.id")
        .as("favouriteId"),
    ])
    .where("id", "=", id),
);

const maxBacklinks = 100;

/** The pages that point at a page, the latest first. */
export async function readBacklinks(db: Db, reader: Reader, id: string): Promise<PageLink[]> {
  return toLinks(await selectBacklinks(db, reader, id)).map(({ extra: _, ...link }) => link);
}

const selectBacklinks = prepareForReader((_db, reader, id: string) =>
  selectLinks(reader, {
    among: sql`select page_id as id from page_references where target_id = ${id} and kind = 'page'`,
    where: sql`record.id != ${id}`,
    orderBy: sql`record.updated_at desc, record.id`,
    limit: maxBacklinks,
  }),
);

function reviewOf(row: RecordRow, today: string): PageReview {
  const values = valuesOf(pages, row);
  const dueAt = values.reviewAt ?? null;
  return {
    everyMonths: values.reviewEveryMonths ?? null,
    dueAt,
    isDue: dueAt !== null && dueAt <= today,
    lastAt: values.lastReviewedAt ?? null,
    lastBy: values.lastReviewedById ?? null,
  };
}

/** The document of a page as it is stored, for who exports or edits it elsewhere; mentions carry the names that the person sees. */
export async function readContent(ctx: PersonContext, { id }: { id: string }): Promise<PageContent> {
  if (!(await isReadable(ctx.db, { type: "page", id }, ctx.person))) throw notFound();
  const page = await ctx.db
    .selectFrom("pages")
    .select(["contentJson", "contentVersion"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const references = await resolveReferences(ctx, await keptReferences(ctx.db, id));
  const labels = new Map(references.map((reference) => [mentionName(reference), reference.label ?? ""]));
  const document = parseOwnJson<DocumentJson>(await labelMentions(ctx.person.id, page.contentJson, labels));
  return { document, contentVersion: page.contentVersion };
}
