import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./connection.ts";

const atOnce = 200;

/** Every row of a table that fulfils a condition over the alias `t`, some at a time, whatever is written meanwhile. */
export async function* readTable(
  db: Db,
  table: string,
  columns: readonly string[],
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): AsyncGenerator<Record<string, unknown>> {
  const selected = sql.join(columns.map((name) => sql.ref(`t.${name}`)));
  for (let after = 0; ; ) {
    const { rows } = await sql<Record<string, unknown> & { rowNumberInTable: number }>`
      select t.rowid as row_number_in_table, ${selected} from ${sql.table(table)} as t
      where t.rowid > ${after} and ${condition} order by t.rowid limit ${atOnce}`.execute(db);
    for (const { rowNumberInTable, ...row } of rows) {
      after = rowNumberInTable;
      yield row;
    }
    if (rows.length < atOnce) return;
  }
}
