import { sql } from "kysely";
import type { z } from "zod";
import { type Page, toPage } from "../../contract/lists.ts";
import type { Sort } from "../../contract/records/declaration.ts";
import type * as contract from "../../contract/records/list-input.ts";
import type { RecordScope } from "../../contract/records/list-input.ts";
import type { RecordOption, RecordRow } from "../../contract/records/rows.ts";
import { notFound } from "../problem.ts";
import { conditionOf } from "./conditions.ts";
import { type DynamicDb, dynamic } from "./dynamic.ts";
import { orderingOf } from "./ordering.ts";
import type { RecordContext } from "./record-context.ts";
import { readRows } from "./rows.ts";
import { searchCondition } from "./search-condition.ts";
import type { RecordStore } from "./store.ts";

/** One page of the records that a scope means, with the total. */
export async function listRecords(
  store: RecordStore,
  ctx: RecordContext,
  { page, limit, orderBy, ...scope }: contract.ListRecords,
): Promise<Page<RecordRow>> {
  const db = dynamic(ctx.db);
  const matching = scoped(db, store, ctx, scope);
  const { total } = (await matching.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow()) as unknown as {
    total: number;
  };
  const ids = await orderedIds(db, store, ctx, scope, { orderBy, limit, offset: (page - 1) * limit });
  return toPage(await readRows(db, store, ctx, ids), total, limit);
}

interface Slice {
  orderBy?: readonly Sort[] | undefined;
  limit: number;
  offset: number;
}

/** The ids that a scope means, in the list's order. */
export async function orderedIds(
  db: DynamicDb,
  store: RecordStore,
  ctx: RecordContext,
  scope: RecordScope,
  { orderBy, limit, offset }: Slice,
): Promise<string[]> {
  let query = scoped(db, store, ctx, scope).select("record.id").limit(limit).offset(offset);
  for (const part of orderingOf(store, ctx, orderBy ?? store.declaration.list.orderBy)) query = query.orderBy(part);
  return (await query.execute()).map(({ id }) => id as string);
}

/** The records that a scope means, under the name `record`. */
export function scoped(db: DynamicDb, store: RecordStore, ctx: RecordContext, scope: RecordScope) {
  let query = db
    .selectFrom(`${store.table} as record`)
    .where("record.archivedAt", scope.archived ? "is not" : "is", null);
  for (const filter of scope.where) query = query.where(conditionOf(store, ctx, filter));
  if (scope.search) query = query.where(searchCondition(store, ctx, scope.search));
  return query;
}

/** One record as the person may see it; throws not_found. */
export async function getRecord(store: RecordStore, ctx: RecordContext, { id }: { id: string }): Promise<RecordRow> {
  const [row] = await readRows(dynamic(ctx.db), store, ctx, [id]);
  if (!row) throw notFound();
  return row;
}

/** Active records for a picker, best by title first. */
export async function listOptions(
  store: RecordStore,
  ctx: RecordContext,
  { search, limit }: z.infer<typeof contract.listOptions>,
): Promise<RecordOption[]> {
  const { noteField } = store.declaration;
  let query = dynamic(ctx.db)
    .selectFrom(`${store.table} as record`)
    .select(["record.id", "record.title as label"])
    .where("record.archivedAt", "is", null)
    .orderBy("record.sortTitle")
    .limit(limit);
  if (noteField) query = query.select(`record.${noteField} as note`);
  if (search) query = query.where(searchCondition(store, ctx, search));
  const rows = await query.execute();
  return rows.map(({ id, label, note }) => ({
    id: id as string,
    label: label as string,
    note: (note as string | null | undefined) ?? null,
  }));
}
