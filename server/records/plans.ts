import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Sort } from "../../contract/records/declaration.ts";
import type { RecordScope } from "../../contract/records/list-input.ts";
import { portalDate } from "../../contract/time/today.ts";
import type { Db } from "../db/connection.ts";
import { jsonArrayOf } from "../db/dialect/json.ts";
import { unindexed } from "../db/dialect/planning.ts";
import { prepare } from "../db/prepare.ts";
import { forgetOldest } from "../forget-oldest.ts";
import { type BroadSearch, broadSearch } from "./conditions/broad-search.ts";
import { conditionOf } from "./conditions/conditions.ts";
import { dynamic } from "./conditions/dynamic.ts";
import type { Asking } from "./conditions/field-sql.ts";
import { importCondition } from "./conditions/import-condition.ts";
import { orderingOf } from "./conditions/ordering.ts";
import { searchCondition } from "./conditions/search-condition.ts";
import { isOpen, readableBy } from "./readable.ts";
import type { RecordStore } from "./store.ts";

type Ids = (db: Db, limit: number, offset: number) => Promise<{ id: string }[]>;

/** The statements of one list. */
export interface ListPlan {
  count(db: Db): Promise<{ total: number }[]>;
  /** A page along the index of titles, or of ranks: at once where every record belongs to the list. Absent in another order. */
  walk: Ids | undefined;
  /** The same among the first titles alone, for a list that leaves records out; too short where it leaves out many. */
  near: Ids | undefined;
  /** A page by reading the whole table once and sorting what belongs to the list. */
  scan: Ids;
  /** For a search, by title and without filters. */
  broad: BroadSearch | undefined;
  /** Every id as one JSON array: 100,000 rows would cost more than finding them. */
  allIds(db: Db): Promise<{ ids: string }[]>;
}

const titlesNear = 2000;
const maxPlans = 300;
/** A list that somebody turns has a few conditions; what is longer is not kept. */
const maxKey = 8000;
const plans = new Map<string, ListPlan>();

/**
 * The statements of a list, kept for the next one who opens, turns or refreshes the same list: building them costs
 * more than SQLite's answer. What a statement holds of the asking person is part of the key.
 */
export function planOf(store: RecordStore, asking: Asking, scope: RecordScope, orderBy: readonly Sort[]): ListPlan {
  const { person, now } = asking;
  const asksForMe = scope.where.some((filter) => "values" in filter && filter.values.includes("me"));
  const day = portalDate(now());
  const isOwn = asksForMe || scope.importId !== undefined || !isOpen(store.declaration.type);
  const key = JSON.stringify([store.declaration.type, person.role, isOwn && person.id, day, scope, orderBy]);
  const at = now();
  const plan = plans.get(key) ?? makePlan(store, { person, now: () => at }, scope, orderBy);
  plans.delete(key);
  if (key.length > maxKey) return plan;
  if (plans.size >= maxPlans) forgetOldest(plans);
  plans.set(key, plan);
  return plan;
}

/** Building everything here refuses what the person may not ask for, also of an empty list. */
function makePlan(store: RecordStore, asking: Asking, scope: RecordScope, orderBy: readonly Sort[]): ListPlan {
  const isByTitle = orderBy[0] === undefined || orderBy[0].field === store.declaration.titleField;
  const readable = readableBy(store.declaration.type, asking.person);
  const isWhole = !isNarrowed(scope) && readable === undefined;
  const isIndexed = isByTitle || isByRank(store, orderBy);
  const isWalked = isIndexed && isWhole;
  const ordering = orderingOf(store, asking, orderBy);
  const conditions = scope.where.map((filter) => conditionOf(store, asking, filter));
  if (readable) conditions.push(readable);
  if (scope.importId) conditions.push(importCondition(asking, scope.importId));
  if (scope.search) conditions.push(searchCondition(store, asking, scope.search));

  const shelf = (db: Db, from: RawBuilder<unknown>, isIndexed: boolean) =>
    dynamic(db).selectFrom(sql<Record<string, unknown>>`${from}`.as("record")).where(shelved(scope, isIndexed));
  const table = sql.table(store.table);
  const matching = (db: Db, isIndexed: boolean, from: RawBuilder<unknown> = table) =>
    conditions.reduce((query, condition) => query.where(condition), shelf(db, from, isIndexed));
  const ordered = (db: Db, isIndexed: boolean, from?: RawBuilder<unknown>) =>
    matching(db, isIndexed, from).select("record.id").orderBy(sql.join(ordering));
  const page = (isIndexed: boolean, from?: RawBuilder<unknown>): Ids =>
    prepare((db, limit: number, offset: number) =>
      ordered(db, isIndexed, from).limit(unplanned(limit)).offset(unplanned(offset)),
    );

  const first = sql`(select * from ${table} as record where ${shelved(scope, true)}
    order by ${sql.join(ordering)} limit ${sql.lit(titlesNear)})`;
  return {
    count: prepare((db) =>
      scope.archived || !isWhole
        ? matching(db, isWalked).select(sql<number>`count(*)`.as("total"))
        : dynamic(db).selectNoFrom(activeOf(table).as("total")),
    ),
    walk: isWalked ? page(true) : undefined,
    near: isIndexed && !scope.search ? page(true, first) : undefined,
    scan: page(false),
    broad: broadSearch(store, asking, scope, orderBy),
    allIds: prepare((db) =>
      dynamic(db).selectFrom(ordered(db, isWalked).as("ordered")).select(jsonArrayOf(sql`id`).as("ids")),
    ),
  };
}

/** Whether an index has the records in this order: by a rank, and then by title. */
function isByRank({ ranks, declaration }: RecordStore, [first, second, ...others]: readonly Sort[]): boolean {
  if (!first || !ranks?.[first.field] || first.descending || others.length > 0) return false;
  return second === undefined || (second.field === declaration.titleField && !second.descending);
}

/**
 * How many of a table's records are active. SQLite counts a whole table page by page, and rows with a condition one by
 * one: at 100,000 records this takes 26 µs where counting the active ones takes 2 ms.
 */
function activeOf(table: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from ${table}) - (select count(*) from ${table} where archived_at is not null)`;
}

/** As a bare parameter, SQLite would plan the statement anew for every limit. */
const unplanned = (count: number): RawBuilder<number> => sql`${count} + 0`;

/** Whether a scope leaves out any record beside the archive. */
export function isNarrowed({ where, search, importId }: RecordScope): boolean {
  return where.length > 0 || importId !== undefined || Boolean(search);
}

/**
 * Active or archived. `+` keeps SQLite from reading every row by way of the index of titles, which begins with what
 * nearly all have in common.
 */
function shelved({ archived }: RecordScope, isIndexed: boolean): RawBuilder<SqlBool> {
  const archivedAt = sql.ref("record.archivedAt");
  const is = sql.raw(archived ? "is not null" : "is null");
  return isIndexed ? sql`${archivedAt} ${is}` : sql`${unindexed(archivedAt)} ${is}`;
}
