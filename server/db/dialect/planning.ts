import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/**
 * A join whose left side is walked and whose right side is looked up, with its condition behind it. SQLite takes `cross
 * join` as said in this order; Postgres plans every join by its statistics.
 */
export const orderedJoin = byEngine("orderedJoin", {
  sqlite: () => sql`cross join`,
  postgres: () => sql`inner join`,
})();

/** A column of which SQLite shall not choose an index; Postgres chooses by its statistics. */
export const unindexed: (column: RawBuilder<unknown>) => RawBuilder<unknown> = byEngine("unindexed", {
  sqlite: (column) => sql`+${column}`,
  postgres: (column) => sql`${column}`,
});
