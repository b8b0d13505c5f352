import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { searchPages as searchInput } from "../../../../contract/wiki/page-input.ts";
import type { PageHit, PageLink, PageSearchAnswer } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { eachString } from "../../../db/dialect/json.ts";
import { positionOf } from "../../../db/dialect/text.ts";
import { idsMergedInto } from "../../../records/links/aliases.ts";
import { type Reader, readableBy } from "../../../records/readable.ts";
import { matching, newestFirst } from "../../../search/match.ts";
import { readSearch, type Term } from "../../../search/search-terms.ts";
import { markMatches, snippetOf } from "../../../search/snippets.ts";
import type { Part } from "../../../search/tokens.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { closenessOf } from "../../search/closeness.ts";
import { readLinks } from "./page-links.ts";

type Input = z.output<typeof searchInput>;

/** A short word is in nearly everything: of so many of the newest, the best are taken. */
const lookedAt = 500;

/** Pages that hold what was typed: in their titles first, then in headings, then anywhere in their text. */
export async function searchPages(
  { db, person }: Pick<PersonContext, "db" | "person">,
  input: Input,
): Promise<PageSearchAnswer> {
  const readings = readSearch(input.query);
  if (readings.length === 0) return { hits: [], hasMore: false };
  const readable = conditionOf(person, input);
  const found: string[] = [];
  for (const part of ["title", "heading", undefined] as const) {
    if (found.length > input.limit) break;
    const ids = await findIn(db, { readings, readable, part, limit: input.limit + 1, except: found });
    found.push(...ids);
  }
  const shown = found.slice(0, input.limit);
  return { hits: await readHits(db, person, shown, readings), hasMore: found.length > shown.length };
}

/** Over the document `d`: what may be read, and what else was asked for. */
function conditionOf(person: Reader, { parentId, status, authorId, tagId, mentions }: Input): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [readableBy("page", person) ?? sql`1 = 1`, sql`record.is_template = 0`];
  if (status) conditions.push(sql`record.status = ${status}`);
  if (tagId)
    conditions.push(sql`exists (select 1 from record_tags where record_type = 'page' and record_id = record.id
      and tag_id = ${tagId})`);
  if (authorId)
    conditions.push(sql`(record.created_by_id = ${authorId} or exists (select 1 from page_revisions as revision
      where revision.page_id = record.id and (revision.author_id = ${authorId}
        or ${positionOf(sql`revision.contributors_json`, JSON.stringify(authorId))} > 0)))`);
  if (mentions)
    conditions.push(sql`exists (select 1 from page_references as r where r.page_id = record.id
      and r.kind = ${mentions.kind} and r.target_id in ${idsMergedInto(mentions.id)})`);
  if (parentId)
    conditions.push(sql`record.id in (with recursive below (id) as (
      select ${parentId} union all select p.id from below join pages as p on p.parent_id = below.id
    ) select id from below)`);
  return sql`(d.archived = 0 and exists (select 1 from pages as record
    where record.id = d.record_id and ${sql.join(conditions, sql` and `)}))`;
}

interface Finding {
  readings: readonly Term[][];
  readable: RawBuilder<SqlBool>;
  part: Part | undefined;
  limit: number;
  except: readonly string[];
}

interface Row {
  id: string;
  title: string;
  body: string;
}

/** The ids of what is found in one part of the pages, the nearest first and of equals the latest. */
async function findIn(db: Db, { readings, readable, part, limit, except }: Finding): Promise<string[]> {
  const search = { type: "page" as const, readings, isRestrictedOpen: false, readable, ...(part && { part }) };
  const columns = part ? sql`d.record_id as id, d.title, d.body` : sql`d.record_id as id, d.title, '' as body`;
  const { rows } = await sql<Row>`
    ${matching(columns, search)} order by ${newestFirst} limit ${lookedAt}`.execute(db);
  const known = new Set(except);
  const fresh = rows.filter(({ id }) => !known.has(id));
  if (!part) return fresh.slice(0, limit).map(({ id }) => id);
  return fresh
    .map(({ id, title, body }) => ({ id, closeness: closenessOf({ title, body, rest: "" }, readings) }))
    .sort((one, other) => other.closeness - one.closeness)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Snippets are made of the texts of what is shown, and of nothing else. */
async function readHits(
  db: Db,
  person: Reader,
  ids: readonly string[],
  readings: readonly Term[][],
): Promise<PageHit[]> {
  if (ids.length === 0) return [];
  const links = await readLinks(db, person, {
    where: sql`1 = 1`,
    among: sql`select value as id from ${eachString(JSON.stringify(ids))} as found`,
    orderBy: sql`record.id`,
    limit: ids.length,
  });
  const texts = await db
    .selectFrom("pages")
    .select(["id", "headingText", "contentText", "attachmentText"])
    .where("id", "in", ids)
    .execute();
  const textOf = new Map(texts.map((row) => [row.id, row]));
  const linkOf = new Map(links.map(({ extra: _, ...link }) => [link.id, link]));
  return ids.flatMap((id) => {
    const [link, text] = [linkOf.get(id), textOf.get(id)];
    return link && text ? [toHit(link, text, readings)] : [];
  });
}

interface Texts {
  headingText: string;
  contentText: string;
  attachmentText: string;
}

function toHit(link: PageLink, texts: Texts, readings: readonly Term[][]): PageHit {
  const titleParts = markMatches(link.title, readings);
  const isMarked = (parts: readonly { isMatch: boolean }[]) => parts.some(({ isMatch }) => isMatch);
  const body = snippetOf(texts.contentText, readings);
  const headings = snippetOf(texts.headingText, readings);
  const attachments = snippetOf(texts.attachmentText, readings);
  const within = isMarked(headings) && !isMarked(body) ? headings : body;
  const snippet = !isMarked(within) && isMarked(attachments) ? attachments : within;
  const part = isMarked(titleParts)
    ? "title"
    : isMarked(headings)
      ? "heading"
      : snippet === attachments && isMarked(snippet)
        ? "attachment"
        : "text";
  return { ...link, in: part, titleParts, snippet };
}
