import { parseOwnJson } from "../../../../contract/narrowing.ts";
import type { PageImport, PlannedPage } from "../../../../contract/wiki/page-transfer.ts";
import type { Db } from "../../../db/connection.ts";
import type { PageImportTable } from "../../../db/tables/pages.ts";
import { notFound } from "../../../problem.ts";
import { isReadable, type Reader } from "../../../records/readable.ts";

/** What is kept of a planned page beside what is told of it. */
export interface KeptPage extends PlannedPage {
  /** The id that it gets, so that pages made before it can already lead to it. */
  plannedId?: string;
  /** How it was when it was made, by which a later change shows. */
  made: { version: number; contentVersion: number } | null;
  /** Whether its turn has come, whatever became of it. */
  isTried?: boolean;
}

/** What became of a page, written in the transaction that has made it. */
export interface Outcome extends Pick<KeptPage, "problem" | "warnings" | "pageId" | "made"> {
  /** The keys of the files that came with it, by their numbers in the import. */
  keys: [number, string][];
}

export interface GivenKey {
  key: string;
  name: string;
}

/** An import of this person's own; throws not_found for all others. */
export async function findPageImport(db: Db, reader: Reader, id: string): Promise<PageImportTable> {
  const row = await db
    .selectFrom("pageImports")
    .selectAll()
    .where("id", "=", id)
    .where("createdById", "=", reader.id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const givenOf = ({ filesJson }: Pick<PageImportTable, "filesJson">) => parseOwnJson<GivenKey[]>(filesJson);

/** The pages of an import as they stand, also in the middle of it, and the keys of the files that came with them. */
export async function readProgress(
  db: Db,
  { id, pagesJson }: Pick<PageImportTable, "id" | "pagesJson">,
): Promise<{ pages: KeptPage[]; keys: Map<number, string> }> {
  const pages = parseOwnJson<KeptPage[]>(pagesJson);
  const keys = new Map<number, string>();
  const rows = await db
    .selectFrom("pageImportOutcomes")
    .select(["pageIndex", "outcomeJson"])
    .where("importId", "=", id)
    .execute();
  for (const { pageIndex, outcomeJson } of rows) {
    const { keys: came, ...outcome } = parseOwnJson<Outcome>(outcomeJson);
    Object.assign(pages[pageIndex] ?? {}, outcome, { isTried: true });
    for (const [index, key] of came) keys.set(index, key);
  }
  return { pages, keys };
}

/** How an import stands, for the person who made it. */
export async function readPageImport(db: Db, reader: Reader, id: string): Promise<PageImport> {
  const row = await findPageImport(db, reader, id);
  const { pages } = await readProgress(db, row);
  const done = pages.filter(({ isTried }) => isTried).length;
  return {
    id: row.id,
    state: row.state,
    unused: row.unused,
    leftOut: JSON.parse(row.leftOutJson),
    problem: row.problem,
    done,
    rest: row.state === "aborted" ? pages.length - done : 0,
    names: givenOf(row).map(({ name }) => name),
    parent: await readParentPage(db, reader, row.parentId),
    pages: pages.map(({ made: _, plannedId: __, isTried: ___, ...page }) => page),
    undo: row.undoJson === null ? null : JSON.parse(row.undoJson),
  };
}

async function readParentPage(db: Db, reader: Reader, id: string | null): Promise<PageImport["parent"]> {
  if (id === null || !(await isReadable(db, { type: "page", id }, reader))) return { id: null, title: "Wiki" };
  const { title } = await db.selectFrom("pages").select("title").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, title };
}
