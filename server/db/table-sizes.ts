import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import type { Db } from "./connection.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

/** What each table takes with its indexes, in bytes. */
export type TableSizes = Record<string, number>;

interface TableSize {
  name: string;
  bytes: number;
}

// It walks every page, so it is nothing for the thread of the requests.
const walk = `
  select coalesce(parts.tbl_name, stat.name) as name, sum(stat.pgsize) as bytes
  from dbstat as stat left join sqlite_schema as parts on parts.name = stat.name
  where stat.aggregate = true group by 1
  union all
  select '', freelist_count * page_size from pragma_freelist_count(), pragma_page_size()`;

const toSizes = (rows: readonly TableSize[]): TableSizes =>
  Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));

/** Of a file, for a thread of its own. The free pages have no name. */
export function readTableSizes(file: string): TableSizes {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return toSizes(sqlite.prepare<unknown[], TableSize>(walk).all());
  } finally {
    sqlite.close();
  }
}

// What a database takes beside the portal's tables is the server's own.
const walkPostgres = `
  with own as (select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = cast(current_schema() as regnamespace))
  select name, bytes from own
  union all
  select 'pg_catalog', pg_database_size(current_database()) - (select sum(bytes) from own)`;

/** Of a database without a file: in memory, or on Postgres. */
export async function readMemorySizes(db: Db): Promise<TableSizes> {
  const { rows } = await sql.raw<TableSize>(isPostgres(db) ? walkPostgres : walk).execute(db);
  return toSizes(rows);
}
