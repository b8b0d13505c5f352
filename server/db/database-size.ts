import { statSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "./connection.ts";
import { databaseBytes } from "./dialect/server.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

/** The file of a database; undefined where it lies in memory or on Postgres. */
export async function findDatabaseFile(db: Db): Promise<string | undefined> {
  if (isPostgres(db)) return undefined;
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file || undefined;
}

/** What the database and its write-ahead log take of the disk; nought where it lies in memory. Postgres keeps its log to itself. */
export async function readDatabaseSize(db: Db): Promise<{ databaseBytes: number; logBytes: number | undefined }> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ bytes: number }>`select ${databaseBytes} as bytes`.execute(db);
    return { databaseBytes: Number(rows[0]?.bytes ?? 0), logBytes: undefined };
  }
  const file = await findDatabaseFile(db);
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  return file ? { databaseBytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`) } : { databaseBytes: 0, logBytes: 0 };
}

/** Has SQLite look at how values are spread, where that has changed enough to matter; Postgres does so by itself. */
export async function analyseDatabase(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`pragma optimize`.execute(db);
}
