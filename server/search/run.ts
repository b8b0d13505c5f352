import { CompiledQuery, type Transaction } from "kysely";
import type { Db } from "../db/connection.ts";
import type { Database } from "../db/schema.ts";

export type Queryable = Db | Transaction<Database>;

/** Runs a constant statement: to build it anew for every record would cost more than SQLite's answer. */
export async function run<Row>(db: Queryable, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, [...parameters]));
  return rows;
}

/** Runs a constant insertion and returns the number of the new row. */
export async function insert(db: Queryable, statement: string, parameters: readonly unknown[]): Promise<number> {
  const { insertId } = await db.executeQuery(CompiledQuery.raw(statement, [...parameters]));
  return Number(insertId);
}
