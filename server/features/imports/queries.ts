import type { z } from "zod";
import type * as contract from "../../../contract/imports/imports.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { Db } from "../../db/connection.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findPreset } from "./columns/presets.ts";
import { readMappings } from "./columns/saved-mappings.ts";
import { toImportRow, toImportView } from "./import-view.ts";

export async function listImports(
  ctx: PersonContext,
  { type, page, limit }: z.infer<typeof contract.listImports>,
): Promise<Page<contract.ImportRow>> {
  let mine = ctx.db.selectFrom("imports").leftJoin("users", "users.id", "imports.createdById");
  if (ctx.person.role !== "admin") mine = mine.where("imports.createdById", "=", ctx.person.id);
  if (type) mine = mine.where("imports.recordType", "=", type);
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll("imports")
    .select("users.name as createdByName")
    .orderBy("imports.createdAt", "desc")
    .orderBy("imports.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return toPage(
    rows.map(({ createdByName, ...row }) => toImportRow(row, createdByName, ctx.now())),
    Number(total),
    limit,
  );
}

export async function getImport(ctx: PersonContext, { id }: { id: string }): Promise<contract.ImportView> {
  const row = await findImport(ctx, id);
  const author = row.createdById
    ? await ctx.db.selectFrom("users").select("name").where("id", "=", row.createdById).executeTakeFirst()
    : undefined;
  const view = toImportView(row, author?.name ?? null, ctx.now());
  const preset = findPreset(row.preset);
  return {
    ...view,
    preset: preset?.name ?? null,
    checkHeading: preset?.setsUpChecks ?? null,
    mappings: row.state === "draft" || row.state === "checked" ? await readMappings(ctx, row) : [],
  };
}

export async function listImportRows(
  ctx: PersonContext,
  { id, page, limit, results, conflicts }: z.infer<typeof contract.listImportRows>,
): Promise<Page<contract.ImportRowView>> {
  const { totalRows } = await findImport(ctx, id);
  let wanted = ctx.db.selectFrom("importRows").where("importId", "=", id).where("result", "is not", null);
  if (results) wanted = wanted.where("result", "in", results);
  if (conflicts) wanted = wanted.where("undo", "=", "conflict");
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .orderBy("rowNumber")
    .limit(limit)
    .offset(Math.min((page - 1) * limit, totalRows))
    .execute();
  return toPage(
    rows.map((row) => ({
      number: row.rowNumber,
      title: row.title ?? "",
      result: row.result ?? "failed",
      problems: JSON.parse(row.problemsJson ?? "[]"),
      changes: JSON.parse(row.changesJson ?? "[]"),
      recordId: row.recordId,
      undo: row.undo,
      undoNote: row.undoNote,
      cells: JSON.parse(row.cellsJson),
    })),
    Number(total),
    limit,
  );
}

/** The failed rows of an import from a line on, a few at a time. */
export function readFailedRows(db: Db, importId: string, after: number, limit: number) {
  return db
    .selectFrom("importRows")
    .select(["rowNumber", "cellsJson", "problemsJson"])
    .where("importId", "=", importId)
    .where("result", "=", "failed")
    .where("rowNumber", ">", after)
    .orderBy("rowNumber")
    .limit(limit)
    .execute();
}

type Asking = Pick<PersonContext, "db" | "person">;

/** An import that this person may see; throws not_found for all others. Imports are their maker's; admins see all. */
export async function findImport({ db, person }: Asking, id: string): Promise<ImportTable> {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (person.role !== "admin" && row.createdById !== person.id)) throw notFound();
  return row;
}
