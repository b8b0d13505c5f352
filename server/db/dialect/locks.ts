import { sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/**
 * Behind the select of a row `t` that is claimed: leaves out what another connection is claiming at this moment. SQLite has
 * one writer, so nobody else is.
 */
export const skipLocked = byEngine("skipLocked", {
  sqlite: () => sql``,
  postgres: () => sql`for update of t skip locked`,
})();

/** Behind the select of a row that must stay as it is until the transaction ends; SQLite has one writer. */
export const keptUntilCommit = byEngine("keptUntilCommit", {
  sqlite: () => sql``,
  postgres: () => sql`for share`,
})();
