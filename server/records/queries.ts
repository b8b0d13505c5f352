import { sql } from "kysely";
import type { z } from "zod";
import { type Page, toPage } from "../../contract/pagination.ts";
import type { Sort } from "../../contract/records/declaration.ts";
import type * as contract from "../../contract/records/list-input.ts";
import type { RecordScope } from "../../contract/records/list-input.ts";
import type { RecordOption, RecordRow } from "../../contract/records/rows.ts";
import type { Db } from "../db/connection.ts";
import { readerOf } from "../db/reading-thread.ts";
import { notFound } from "../problem.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { columnOf, labelOf } from "./conditions/field-sql.ts";
import { searchCondition } from "./conditions/search-condition.ts";
import { maySeeField } from "./field-access.ts";
import { survivorsOf } from "./links/aliases.ts";
import { isNarrowed, type ListPlan, planOf } from "./plans.ts";
import { readableBy } from "./readable.ts";
import type { RecordContext } from "./record-context.ts";
import { readRows } from "./rows.ts";
import { fieldOf, type RecordStore } from "./store.ts";

/** One page of the records that a scope means, with the total. */
export async function listRecords(
  store: RecordStore,
  ctx: RecordContext,
  { page, limit, orderBy = [...store.declaration.list.orderBy], fields, ...scope }: contract.ListRecords,
): Promise<Page<RecordRow>> {
  const plan = planOf(store, ctx, scope, orderBy);
  const { ids, total } = await readPage(plan, await connectionFor(store, ctx.db, scope), limit, (page - 1) * limit);
  return toPage(await readRows(ctx.db, store, ctx, ids, fields), total, limit);
}

/** A list of a part of a large table, such as what a word finds, is gathered where it holds up nobody else. */
async function connectionFor({ table }: RecordStore, db: Db, scope: RecordScope): Promise<Db> {
  return isNarrowed(scope) ? readerOf(db, table) : db;
}

const headSize = 1000;

/** Reads the table twice at most, and once where a filter leaves few. */
async function readPage({ walk, near, scan, count, broad }: ListPlan, db: Db, limit: number, offset: number) {
  if (broad && offset < headSize && (await broad.isBroad(db)))
    return { ids: idsOf(await broad.ids(db, limit, offset)), total: (await broad.count(db))[0]?.total ?? 0 };
  const totalOf = async () => (await count(db))[0]?.total ?? 0;
  const known = await (walk ?? near)?.(db, limit, offset);
  if (known && (walk || known.length === limit)) return { ids: idsOf(known), total: await totalOf() };
  const head = await scan(db, headSize, 0);
  if (head.length < headSize) return { ids: idsOf(head.slice(offset, offset + limit)), total: head.length };
  const isInHead = offset + limit <= headSize;
  const rows = isInHead ? head.slice(offset, offset + limit) : await scan(db, limit, offset);
  return { ids: idsOf(rows), total: await totalOf() };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The ids of everything that a scope means at this moment, in the list's order. */
export async function idsInScope(
  store: RecordStore,
  ctx: RecordContext,
  scope: RecordScope,
  orderBy: readonly Sort[] = store.declaration.list.orderBy,
): Promise<string[]> {
  const [found] = await planOf(store, ctx, scope, orderBy).allIds(await connectionFor(store, ctx.db, scope));
  return JSON.parse(found?.ids ?? "[]");
}

/** One record as the person may see it, or the one into which it was merged; throws not_found. */
export async function getRecord(store: RecordStore, ctx: RecordContext, { id }: { id: string }): Promise<RecordRow> {
  const [row] = await readRows(ctx.db, store, ctx, [id]);
  if (row) return row;
  const survivor = (await survivorsOf(ctx.db, [id])).get(id);
  const [instead] = survivor ? await readRows(ctx.db, store, ctx, [survivor]) : [];
  if (!instead) throw notFound();
  return instead;
}

/** Active records for a picker, best by title first. */
export async function listOptions(
  store: RecordStore,
  ctx: RecordContext,
  { search, limit }: z.infer<typeof contract.listOptions>,
): Promise<RecordOption[]> {
  let query = dynamic(ctx.db)
    .selectFrom(`${store.table} as record`)
    .select(["record.id", "record.title as label", sql<string | null>`${noteOf(store, ctx) ?? null}`.as("note")])
    .where("record.archivedAt", "is", null)
    .orderBy("record.sortTitle")
    .orderBy("record.id")
    .limit(limit);
  const readable = readableBy(store.declaration.type, ctx.person);
  if (readable) query = query.where(readable);
  if (search) query = query.where(searchCondition(store, ctx, search));
  return query.execute();
}

function noteOf(store: RecordStore, ctx: RecordContext) {
  const name = store.declaration.noteField;
  const field = name === undefined ? undefined : fieldOf(store, name);
  if (!name || !field || !maySeeField(ctx.person, field)) return undefined;
  const column = columnOf(store, ctx, name);
  return field.kind === "relation" ? labelOf(field.to, column, { reader: ctx.person }) : column;
}
