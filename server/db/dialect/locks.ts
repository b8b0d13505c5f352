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
