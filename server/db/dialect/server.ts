import { sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** The version of the engine. */
export const engineVersion = byEngine<string>("engineVersion", {
  sqlite: () => sql`sqlite_version()`,
  postgres: () => sql`current_setting('server_version')`,
})();

/** How much room the database takes. */
export const databaseBytes = byEngine<number>("databaseBytes", {
  sqlite: () => sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  postgres: () => sql`pg_database_size(current_database())`,
})();
