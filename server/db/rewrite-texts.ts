import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connection.ts";

const named = async (db: Db, query: RawBuilder<{ name: string }>) =>
  (await query.execute(db)).rows.map(({ name }) => name);

/**
 * Rewrites every text in any table that holds a marker, within the transaction that is handed in; returns how many were
 * changed. Whatever a later version stores the same way is found as well.
 */
export async function rewriteTexts(db: Db, marker: string, rewrite: (text: string) => string): Promise<number> {
  let changed = 0;
  const tables = await named(
    db,
    sql`select name from pragma_table_list where schema = 'main' and type = 'table' and wr = 0 and name not like 'sqlite_%'`,
  );
  for (const table of tables) {
    const columns = await named(db, sql`select name from pragma_table_info(${table}) where lower(type) = 'text'`);
    for (const column of columns) {
      const { rows } = await sql<{ rowId: number; text: string }>`
        select rowid as "rowId", ${sql.ref(column)} as text from ${sql.table(table)}
        where ${sql.ref(column)} like ${`%${marker}%`}`.execute(db);
      for (const { rowId, text } of rows) {
        const fresh = rewrite(text);
        if (fresh === text) continue;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where rowid = ${rowId}`.execute(db);
        changed += 1;
      }
    }
  }
  return changed;
}
