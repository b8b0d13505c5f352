import type { PageImport, PlannedPage } from "../../../contract/page-transfer.ts";
import type { Db } from "../../db/connection.ts";
import type { PageImportTable } from "../../db/transfer-tables.ts";
import { notFound } from "../../problem.ts";
import { isReadable, type Reader } from "../../records/readable.ts";

/** What is kept of a planned page beside what is told of it. */
export interface KeptPage extends PlannedPage {
  /** How it was when it was made, by which a later change shows. */
  made: { version: number; contentVersion: number } | null;
}

export interface GivenKey {
  key: string;
  name: string;
}

/** The imports that are at work in this process; what stands as at work elsewhere was broken off. */
const atWork = new Map<string, Promise<void>>();

export function workOn(id: string, work: Promise<void>): void {
  atWork.set(
    id,
    work.finally(() => atWork.delete(id)),
  );
}

/** Resolves once no import is at work any more. */
export async function settlePageImports(): Promise<void> {
  await Promise.all(atWork.values());
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
  const isBroken = (row.state === "checking" || row.state === "running") && !atWork.has(id);
  if (!isBroken) return row;
  const problem = "Der Import wurde unterbrochen, als der Server neu gestartet wurde.";
  return { ...row, state: row.state === "running" ? "finished" : "failed", problem };
}

export const pagesOf = ({ pagesJson }: Pick<PageImportTable, "pagesJson">) => JSON.parse(pagesJson) as KeptPage[];
export const givenOf = ({ filesJson }: Pick<PageImportTable, "filesJson">) => JSON.parse(filesJson) as GivenKey[];

/** How an import stands, for the person who made it. */
export async function readPageImport(db: Db, reader: Reader, id: string): Promise<PageImport> {
  const row = await findPageImport(db, reader, id);
  return {
    ...{ id: row.id, state: row.state, unused: row.unused, done: row.done, problem: row.problem },
    names: givenOf(row).map(({ name }) => name),
    parent: await readPlace(db, reader, row.parentId),
    pages: pagesOf(row).map(({ made: _, ...page }) => page),
    undo: row.undoJson === null ? null : JSON.parse(row.undoJson),
  };
}

async function readPlace(db: Db, reader: Reader, id: string | null): Promise<PageImport["parent"]> {
  if (id === null || !(await isReadable(db, { type: "page", id }, reader))) return { id: null, title: "Wiki" };
  const { title } = await db.selectFrom("pages").select("title").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, title };
}
