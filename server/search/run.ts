import { CompiledQuery, type Transaction } from "kysely";
import type { Db } from "../db/connection.ts";
import { withNames } from "../db/names.ts";
import { isPostgres } from "../db/postgres/is-postgres.ts";
import { underneathOf } from "../db/prepare.ts";
import type { Database } from "../db/schema.ts";

export type Queryable = Db | Transaction<Database>;

/** Runs a constant statement: to build it anew for every record would cost more than SQLite's answer. */
export async function run<Row>(db: Queryable, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
  const query = CompiledQuery.raw(textFor(db, statement), [...parameters]);
  const read = underneathOf(db)?.read(query);
  if (read) return withNames(read) as Row[];
  const { rows } = await db.executeQuery<Row>(query);
  return rows;
}

/** Runs a constant insertion and returns the number of the new row. */
export async function insert(db: Queryable, statement: string, parameters: readonly unknown[]): Promise<number> {
  if (isPostgres(db)) {
    const [row] = await run<{ number: number }>(db, `${statement} returning number`, parameters);
    return Number(row?.number);
  }
  const { insertId } = await db.executeQuery(CompiledQuery.raw(statement, [...parameters]));
  return Number(insertId);
}

/** Postgres numbers the parameters that SQLite counts. */
function textFor(db: Queryable, statement: string): string {
  if (!isPostgres(db)) return statement;
  let count = 0;
  return statement.replace(/\?/g, () => {
    count += 1;
    return `$${count}`;
  });
}
