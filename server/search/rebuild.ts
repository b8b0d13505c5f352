import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { declarationOf } from "../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../contract/records/record-types.ts";
import { silentContext, type TransactContext, transact } from "../db/transact.ts";
import { indexAlone, removeDocument } from "./index-record.ts";
import { mergeStep } from "./merge-index.ts";
import { type Queryable, run } from "./run.ts";
import { hasTokens, removeAllTokens } from "./token-index.ts";

/** How many are read, and how many written, before other requests are served. */
const lookedAt = 500;
const written = 50;

type Context = Pick<TransactContext, "db" | "now">;

/**
 * Makes records findable that are not yet, and forgets what is left of those that are gone; returns how many. Takes
 * short turns, so that it can run beside everything else; it may be called at any time.
 */
export async function repairSearch(ctx: Context): Promise<{ indexed: number; removed: number }> {
  const removed = await removeLeftovers(ctx);
  let indexed = 0;
  for (const type of recordTypes) indexed += await indexMissing(ctx, type);
  return { indexed, removed };
}

/** Forms every document anew. */
export async function rebuildSearch(ctx: Context): Promise<{ indexed: number; removed: number }> {
  await write(ctx, async (db) => {
    await run(db, "delete from search_documents", []);
    await removeAllTokens(db);
  });
  return repairSearch(ctx);
}

async function indexMissing(ctx: Context, type: RecordType): Promise<number> {
  const table = declarationOf(type).plural.replaceAll("-", "_");
  const statement = `select id, exists (select 1 from search_documents where record_id = ${table}.id) as kept
    from ${table} where id > ? order by id limit ${lookedAt}`;
  let indexed = 0;
  for (let last = ""; ; await setImmediate()) {
    const rows = await run<{ id: string; kept: number }>(ctx.db, statement, [last]);
    const missing = rows.filter(({ kept }) => !kept).map(({ id }) => id);
    await inTurns(ctx, missing, (db, id) => indexAlone(db, { type, id }));
    indexed += missing.length;
    const newest = rows.at(-1);
    if (!newest || rows.length < lookedAt) return indexed;
    last = newest.id;
  }
}

interface Row {
  number: number;
  type: RecordType;
  id: string;
  hasTokens: number;
}

/** Removes documents without a record, and those without tokens, which are formed anew with what is missing. */
async function removeLeftovers(ctx: Context): Promise<number> {
  let removed = 0;
  for (let last = 0; ; await setImmediate()) {
    const rows = await run<Row>(ctx.db, selectDocuments(ctx.db), [last]);
    const there = await existing(ctx.db, rows);
    const leftovers = rows.filter(({ id, hasTokens }) => !hasTokens || !there.has(id)).map(({ number }) => number);
    await inTurns(ctx, leftovers, removeDocument);
    removed += leftovers.length;
    const newest = rows.at(-1);
    if (!newest || rows.length < lookedAt) return removed;
    last = newest.number;
  }
}

const selectDocuments = (db: Queryable) => `select number, record_type as type, record_id as id,
  ${hasTokens(db)} as has_tokens
  from search_documents where number > ? order by number limit ${lookedAt}`;

async function existing(db: Queryable, rows: readonly Row[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (const type of new Set(rows.map((row) => row.type))) {
    const table = declarationOf(type).plural.replaceAll("-", "_");
    const ids = rows.filter((row) => row.type === type).map(({ id }) => id);
    const found = sql<{ id: string }>`select id from ${sql.table(table)} where id in (${sql.join(ids)})`;
    for (const { id } of (await found.execute(db)).rows) there.add(id);
  }
  return there;
}

async function inTurns<Item>(
  ctx: Context,
  items: readonly Item[],
  change: (db: Queryable, item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += written) {
    await write(ctx, async (db) => {
      for (const item of items.slice(start, start + written)) await change(db, item);
    });
    await setImmediate();
    await mergeStep(ctx.db);
  }
}

/** What is found by changes for nobody: there is nothing to record and nobody to tell. */
function write(context: Context, work: (db: Queryable) => Promise<void>): Promise<void> {
  return transact(silentContext(context), (tx) => work(tx.db));
}
