import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parseOwnJson } from "../../contract/narrowing.ts";
import type { Db } from "./connection.ts";
import { isPostgres } from "./postgres/is-postgres.ts";
import { snakeCase } from "./snake-case.ts";

const atOnce = 200;

type Row = Record<string, unknown>;

/** Every row of a table that fulfils a condition over the alias `t`, some at a time, whatever is written meanwhile. */
export function readTable(
  db: Db,
  table: string,
  columns: readonly string[],
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): AsyncGenerator<Row> {
  const selected = sql.join(columns.map((name) => sql.ref(`t.${name}`)));
  const asked = { table: sql.table(table), selected, condition };
  return isPostgres(db) ? inOrderOfKeys(db, table, asked) : inOrderOfRows(db, asked);
}

interface Asked {
  table: RawBuilder<unknown>;
  selected: RawBuilder<unknown>;
  condition: RawBuilder<SqlBool>;
}

async function* inOrderOfRows(db: Db, { table, selected, condition }: Asked): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row & { rowNumberInTable: number }>`
      select t.rowid as row_number_in_table, ${selected} from ${table} as t
      where t.rowid > ${after} and ${condition} order by t.rowid limit ${atOnce}`.execute(db);
    for (const { rowNumberInTable, ...row } of rows) {
      after = rowNumberInTable;
      yield row;
    }
    if (rows.length < atOnce) return;
  }
}

/** A row of Postgres has no number that outlives a change of it. */
async function* inOrderOfKeys(db: Db, name: string, { table, selected, condition }: Asked): AsyncGenerator<Row> {
  const columns = await primaryKeyOf(db, name);
  // Without a key of its own a table has one row, such as `check_revision`.
  if (columns.length === 0)
    return yield* (await sql<Row>`select ${selected} from ${table} as t where ${condition}`.execute(db)).rows;
  const key = sql.join(columns.map((column) => sql.ref(`t.${column}`)));
  for (let after: unknown[] | undefined; ; ) {
    const isBehind = after ? sql`(${key}) > (${sql.join(after)})` : sql`true`;
    const { rows } = await sql<Row & { keyInTable: string }>`
      select cast(json_build_array(${key}) as text) as key_in_table, ${selected} from ${table} as t
      where ${isBehind} and ${condition} order by ${key} limit ${atOnce}`.execute(db);
    for (const { keyInTable, ...row } of rows) {
      after = parseOwnJson<unknown[]>(keyInTable);
      yield row;
    }
    if (rows.length < atOnce) return;
  }
}

async function primaryKeyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select a.attname as name from pg_index as i
    inner join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisprimary and i.indrelid = cast(${snakeCase(table)} as regclass)
    order by array_position(cast(i.indkey as smallint[]), a.attnum)`.execute(db);
  return rows.map(({ name }) => name);
}
