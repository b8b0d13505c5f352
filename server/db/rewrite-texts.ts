import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

/** How an engine names what it holds. */
interface Catalogue {
  columns: RawBuilder<TextColumn>;
  /** Names a row for as long as the transaction lasts in which it is read. */
  rowId: RawBuilder<unknown>;
  isRow(rowId: unknown): RawBuilder<unknown>;
}

const ofSqlite: Catalogue = {
  columns: sql`select t.name as "table", c.name as "column" from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.wr = 0 and t.name not like 'sqlite_%' and lower(c.type) = 'text'`,
  rowId: sql`rowid`,
  isRow: (rowId) => sql`rowid = ${rowId}`,
};

const ofPostgres: Catalogue = {
  columns: sql`select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' order by table_name, ordinal_position`,
  rowId: sql`cast(ctid as text)`,
  isRow: (rowId) => sql`ctid = cast(${rowId} as tid)`,
};

export interface TextColumn {
  table: string;
  column: string;
}

/** Every column of any table that holds text, by its name in SQL. */
export async function listTextColumns(db: Db): Promise<TextColumn[]> {
  return (await (isPostgres(db) ? ofPostgres : ofSqlite).columns.execute(db)).rows;
}

/**
 * Rewrites every text in any table that holds a marker, within the transaction that is handed in; returns how many were
 * changed. Whatever a later version stores the same way is found as well.
 */
export async function rewriteTexts(db: Db, marker: string, rewrite: (text: string) => string): Promise<number> {
  let changed = 0;
  const { rowId, isRow } = isPostgres(db) ? ofPostgres : ofSqlite;
  for (const { table, column } of await listTextColumns(db)) {
    const { rows } = await sql<{ rowId: unknown; text: string }>`
      select ${rowId} as row_id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} like ${`%${marker}%`}`.execute(db);
    for (const row of rows) {
      const fresh = rewrite(row.text);
      if (fresh === row.text) continue;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where ${isRow(row.rowId)}`.execute(db);
      changed += 1;
    }
  }
  return changed;
}
