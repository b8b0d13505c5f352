import { generateKeyBetween } from "fractional-indexing";
import { sql } from "kysely";
import { maxPageLevels, type PageStatus, type PageVisibility } from "../../../../contract/wiki/page-limits.ts";
import type { Db } from "../../../db/connection.ts";
import { prepare } from "../../../db/prepare.ts";
import { invalidField, notFound, Problem } from "../../../problem.ts";
import { isReadable, type Reader } from "../../../records/readable.ts";

export interface HierarchyPage {
  id: string;
  parentId: string | null;
  title: string;
  status: PageStatus;
  archivedAt: string | null;
  maintainersOnly: 0 | 1;
  privateToId: string | null;
}

const hierarchyColumns = ["id", "parentId", "title", "status", "archivedAt", "maintainersOnly", "privateToId"] as const;

/** A page that the person may read; throws not_found. */
export async function readHierarchyPage(db: Db, reader: Reader, id: string): Promise<HierarchyPage> {
  const page = await db.selectFrom("pages").select(hierarchyColumns).where("id", "=", id).executeTakeFirst();
  if (!page || !(await isReadable(db, { type: "page", id }, reader))) throw notFound();
  return page;
}

/** The page under which another one may be put; refuses what the person may not read and what lies in the trash. */
export async function readParent(db: Db, reader: Reader, id: string | null): Promise<HierarchyPage | undefined> {
  if (id === null) return undefined;
  const missing = invalidField("parentId", "Übergeordnete Seite: Diesen Eintrag gibt es nicht mehr.");
  const page = await db.selectFrom("pages").select(hierarchyColumns).where("id", "=", id).executeTakeFirst();
  if (!page || !(await isReadable(db, { type: "page", id }, reader))) throw missing;
  if (page.archivedAt) throw invalidField("parentId", `Übergeordnete Seite: „${page.title}“ liegt im Papierkorb.`);
  return page;
}

/** From a page up to the top, the page itself first. */
export async function lineOf(db: Db, id: string | null) {
  return id === null ? [] : selectLine(db, id);
}

const selectLine = prepare(
  (_db, id: string) => sql<{ id: string; title: string; icon: string | null; level: number }>`
    with recursive line (id, parent_id, title, icon, level) as (
      select id, parent_id, title, icon, 0 from pages where id = ${id}
      union all select p.id, p.parent_id, p.title, p.icon, level + 1 from line join pages as p on p.id = line.parent_id
    ) select id, title, icon, level from line order by level`,
);

export interface PageBelow {
  id: string;
  parentId: string | null;
  title: string;
  status: PageStatus;
  visibility: PageVisibility;
  maintainersOnly: 0 | 1;
  privateToId: string | null;
  archivedAt: string | null;
  version: number;
  level: number;
}

/** A page and everything below it, trashed or not, from the top down and in the order of the tree. */
export async function subtreeOf(db: Db, id: string): Promise<PageBelow[]> {
  const { rows } = await sql<PageBelow>`
    with recursive below (id, level) as (
      select id, 0 from pages where id = ${id}
      union all select p.id, level + 1 from below cross join pages as p where p.parent_id = below.id
    ) select p.id, p.parent_id, p.title, p.status, p.visibility, p.maintainers_only, p.private_to_id, p.archived_at, p.version,
        below.level
      from below cross join pages as p where p.id = below.id order by below.level, p.position`.execute(db);
  return rows;
}

/** All pages of the wiki, trashed or not, siblings in the order of the tree. */
export async function allPages(db: Db): Promise<PageBelow[]> {
  return db
    .selectFrom("pages")
    .select([...hierarchyColumns, "visibility", "version", sql<number>`0`.as("level")])
    .orderBy("position")
    .execute();
}

/** Refuses a position below the page itself, and one so deep that `height` levels do not fit. */
export async function refuseDepth(db: Db, parentId: string | null, { id, height }: { id?: string; height: number }) {
  const line = await lineOf(db, parentId);
  if (id && line.some((page) => page.id === id))
    throw invalidField("parentId", "Eine Seite kann nicht unter sich selbst liegen.");
  if (line.length + height > maxPageLevels)
    throw invalidField("parentId", `Übergeordnete Seite: Höchstens ${maxPageLevels} Ebenen sind möglich.`);
}

interface Beside {
  before?: string | undefined;
  after?: string | undefined;
}

/** The position right before or after a sibling, or behind all of them. `except` is the page that is being placed. */
export async function positionFor(
  db: Db,
  parentId: string | null,
  { before, after }: Beside = {},
  except?: string,
): Promise<string> {
  const siblings = () => {
    const query = db
      .selectFrom("pages")
      .select("position")
      .where((eb) => (parentId === null ? eb("parentId", "is", null) : eb("parentId", "=", parentId)))
      .limit(1);
    return except ? query.where("id", "!=", except) : query;
  };
  const named = before ?? after;
  if (!named) {
    const last = await siblings().orderBy("position", "desc").executeTakeFirst();
    return generateKeyBetween(last?.position ?? null, null);
  }
  const sibling = await siblings().where("id", "=", named).executeTakeFirst();
  if (!sibling) throw movedMeanwhile();
  if (before) {
    const previous = await siblings()
      .where("position", "<", sibling.position)
      .orderBy("position", "desc")
      .executeTakeFirst();
    return generateKeyBetween(previous?.position ?? null, sibling.position);
  }
  const next = await siblings().where("position", ">", sibling.position).orderBy("position").executeTakeFirst();
  return generateKeyBetween(sibling.position, next?.position ?? null);
}

const movedMeanwhile = () =>
  new Problem("conflict", { message: "Der Seitenbaum wurde inzwischen geändert. Bitte versuche es erneut." });
