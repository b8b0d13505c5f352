import { sql } from "kysely";
import type { Sort } from "../../contract/records/declaration.ts";
import type { RecordScope } from "../../contract/records/list-input.ts";
import { dateInBerlin } from "../../contract/values/today.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";
import { conditionOf } from "./conditions.ts";
import { type DynamicDb, dynamic } from "./dynamic.ts";
import type { Asking } from "./field-sql.ts";
import { orderingOf } from "./ordering.ts";
import { searchCondition } from "./search-condition.ts";
import type { RecordStore } from "./store.ts";

/** The statements of one list: how many records it means, the ids of a page, and all ids as one JSON array. */
export interface ListPlan {
  count(db: Db): Promise<{ total: number }[]>;
  ids(db: Db, limit: number, offset: number): Promise<{ id: string }[]>;
  allIds(db: Db): Promise<{ ids: string }[]>;
}

const most = 300;
const plans = new Map<string, ListPlan>();

/**
 * The statements of a list, kept for the next one who opens, turns or refreshes the same list: building them costs
 * more than SQLite's answer. What a statement holds of the asking person is part of the key.
 */
export function planOf(store: RecordStore, asking: Asking, scope: RecordScope, orderBy: readonly Sort[]): ListPlan {
  const { person, now } = asking;
  const asksForMe = scope.where.some((filter) => "values" in filter && filter.values.includes("me"));
  const key = JSON.stringify([
    store.declaration.type,
    person.role,
    asksForMe && person.id,
    dateInBerlin(now()),
    scope,
    orderBy,
  ]);
  const at = now();
  const plan = plans.get(key) ?? makePlan(store, { person, now: () => at }, scope, orderBy);
  plans.delete(key);
  if (plans.size >= most) plans.delete(plans.keys().next().value as string);
  plans.set(key, plan);
  return plan;
}

function makePlan(store: RecordStore, asking: Asking, scope: RecordScope, orderBy: readonly Sort[]): ListPlan {
  const matching = (db: Db) => scoped(dynamic(db), store, asking, scope);
  const ordered = (db: Db) =>
    orderingOf(store, asking, orderBy).reduce((query, part) => query.orderBy(part), matching(db).select("record.id"));
  return {
    count: prepare((db) => matching(db).select(sql<number>`count(*)`.as("total"))),
    ids: prepare((db, limit: number, offset: number) => ordered(db).limit(limit).offset(offset) as never),
    allIds: prepare((db) =>
      dynamic(db).selectFrom(ordered(db).as("ordered")).select(sql<string>`json_group_array(id)`.as("ids")),
    ),
  };
}

/** The records that a scope means, under the name `record`. */
export function scoped(db: DynamicDb, store: RecordStore, asking: Asking, scope: RecordScope) {
  let query = db
    .selectFrom(`${store.table} as record`)
    .where("record.archivedAt", scope.archived ? "is not" : "is", null);
  for (const filter of scope.where) query = query.where(conditionOf(store, asking, filter));
  if (scope.search) query = query.where(searchCondition(store, asking, scope.search));
  return query;
}
