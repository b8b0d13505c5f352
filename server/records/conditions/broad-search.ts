import { type SqlBool, sql } from "kysely";
import type { Sort } from "../../../contract/records/declaration.ts";
import type { RecordScope } from "../../../contract/records/list-input.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { firstEntries, holding, matching } from "../../search/match.ts";
import { isOpen } from "../readable.ts";
import type { RecordStore } from "../store.ts";
import { dynamic } from "./dynamic.ts";
import type { Asking } from "./field-sql.ts";
import { orderingOf } from "./ordering.ts";
import { searchOf } from "./search-condition.ts";

/** The statements of a search that finds so many that gathering them costs more than looking along the titles. */
export interface BroadSearch {
  isBroad(db: Db): Promise<boolean>;
  ids(db: Db, limit: number, offset: number): Promise<{ id: string }[]>;
  count(db: Db): Promise<{ total: number }[]>;
}

const broad = 1000;

/** A list of what was typed, by title and without filters; undefined for every other list. */
export function broadSearch(
  store: RecordStore,
  asking: Asking,
  { search: typed, where, archived, importId }: RecordScope,
  orderBy: readonly Sort[],
): BroadSearch | undefined {
  const isByTitle = orderBy[0] === undefined || orderBy[0].field === store.declaration.titleField;
  const isWhole = where.length === 0 && !importId && isOpen(store.declaration.type);
  const search = typed && isWhole && isByTitle ? searchOf(store, asking, typed) : undefined;
  if (!search) return undefined;
  const entries = prepare((db) =>
    dynamic(db).selectFrom(firstEntries(search, broad).as("entry")).select(sql<number>`count(*)`.as("total")),
  );
  const found = sql<Record<string, unknown>>`(${matching(sql`1`, search)} and d.archived = ${archived ? 1 : 0})`;
  const isFound = sql<SqlBool>`exists (
    select 1 from search_documents as d where d.record_id = ${sql.ref("record.id")} and ${holding(search)})`;
  return {
    isBroad: async (db) => ((await entries(db))[0]?.total ?? 0) >= broad,
    ids: prepare((db, limit: number, offset: number) =>
      dynamic(db)
        .selectFrom(`${store.table} as record`)
        .where("record.archivedAt", archived ? "is not" : "is", null)
        .where(isFound)
        .select("record.id")
        .orderBy(sql.join(orderingOf(store, asking, orderBy)))
        .limit(limit)
        .offset(offset),
    ),
    count: prepare((db) => dynamic(db).selectFrom(found.as("found")).select(sql<number>`count(*)`.as("total"))),
  };
}
