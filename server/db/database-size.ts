import { statSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "./connection.ts";

/** The file of a database; undefined where it lies in memory. */
export async function findDatabaseFile(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file || undefined;
}

/** What the database and its write-ahead log take of the disk; nought where it lies in memory. */
export async function readDatabaseSize(db: Db): Promise<{ databaseBytes: number; logBytes: number }> {
  const file = await findDatabaseFile(db);
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  return file ? { databaseBytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`) } : { databaseBytes: 0, logBytes: 0 };
}

/** Has SQLite look at how values are spread, where that has changed enough to matter. */
export const analyseDatabase = (db: Db) => sql`pragma optimize`.execute(db);
