import type { z } from "zod";
import { importableFields } from "../../../../contract/imports/import-fields.ts";
import type * as contract from "../../../../contract/imports/imports.ts";
import type { ImportColumn, ImportSettings, SavedMapping } from "../../../../contract/imports/imports.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { Db } from "../../../db/connection.ts";
import { newId } from "../../../db/new-id.ts";
import type { ImportTable } from "../../../db/tables/imports.ts";
import { transact } from "../../../db/transact.ts";
import { notFound } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { findImport } from "../queries.ts";
import { headingKey } from "./headings.ts";
import { openMapping, readSettings } from "./mapping.ts";

const headingsOf = (row: Pick<ImportTable, "columnsJson">) =>
  parseOwnJson<ImportColumn[]>(row.columnsJson).map(({ heading }) => heading);

/** The saved mappings of the team whose columns all stand in this file, fitted to its order. */
export async function readMappings(
  ctx: Pick<PersonContext, "db" | "person">,
  row: ImportTable,
): Promise<SavedMapping[]> {
  const headings = headingsOf(row).map(headingKey);
  const mayWrite = new Set(importableFields(ctx.person.role, row.recordType).map(([name]) => name));
  const saved = await ctx.db
    .selectFrom("importMappings")
    .select(["id", "name", "headingsJson", "settingsJson"])
    .where("recordType", "=", row.recordType)
    .orderBy("name")
    .execute();
  return saved.flatMap(({ id, name, headingsJson, settingsJson }) => {
    const settings = adapt(readSettings(settingsJson), JSON.parse(headingsJson), headings);
    if (!settings) return [];
    const columns = settings.columns.map((field) => (field !== null && mayWrite.has(field) ? field : null));
    return [{ id, name, settings: { ...settings, columns } }];
  });
}

/** Every heading that a saved mapping of this type knows. */
export async function savedHeadings(db: Db, type: RecordType): Promise<string[]> {
  const rows = await db.selectFrom("importMappings").select("headingsJson").where("recordType", "=", type).execute();
  return rows.flatMap(({ headingsJson }) => parseOwnJson<string[]>(headingsJson).map(headingKey)).filter(Boolean);
}

/** Settings of one file for the columns of another; undefined where a mapped column is missing there. */
function adapt(settings: ImportSettings, from: readonly string[], to: readonly string[]): ImportSettings | undefined {
  const fields = new Map(from.map((heading, at) => [headingKey(heading), settings.columns[at] ?? null]));
  const mapped = [...fields].filter(([, field]) => field !== null);
  if (mapped.length === 0 || mapped.some(([heading]) => heading === "" || !to.includes(heading))) return undefined;
  return { ...settings, columns: to.map((heading) => fields.get(heading) ?? null) };
}

/** Keeps the settings of an import under a name, for the next file of this kind; the same name is written over. */
export async function saveMapping(
  ctx: PersonContext,
  { id, name, settings }: z.infer<typeof contract.saveMapping>,
): Promise<{ id: string }> {
  const row = await findImport(ctx, id);
  const columns: ImportColumn[] = JSON.parse(row.columnsJson);
  const headings = columns.map(({ heading }) => heading);
  openMapping(ctx.person, row.recordType, settings, { columns, preset: row.preset });
  const kept = { headingsJson: JSON.stringify(headings), settingsJson: JSON.stringify(settings) };
  return transact(ctx, async (tx) => {
    const known = await tx.db
      .updateTable("importMappings")
      .set(kept)
      .where("recordType", "=", row.recordType)
      .where("name", "=", name)
      .where("ownerId", "=", ctx.person.id)
      .returning("id")
      .executeTakeFirst();
    if (known) return known;
    const mapping = { id: newId(), recordType: row.recordType, name, ...kept };
    await tx.db
      .insertInto("importMappings")
      .values({ ...mapping, ownerId: ctx.person.id, createdAt: ctx.now().toISOString() })
      .execute();
    return { id: mapping.id };
  });
}

/** Forgets a saved mapping; one's own, and for admins anybody's. */
export async function deleteMapping(ctx: PersonContext, { mappingId }: { mappingId: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    let mine = tx.db.deleteFrom("importMappings").where("id", "=", mappingId);
    if (ctx.person.role !== "admin") mine = mine.where("ownerId", "=", ctx.person.id);
    const gone = await mine.returning("id").executeTakeFirst();
    if (!gone) throw notFound();
    return gone;
  });
}
