import Sqlite from "better-sqlite3";
import { wrapDatabase } from "../db/connection.ts";
import { migrateToLatest } from "../db/migrate.ts";

/** The bytes of a database that has all migrations and nothing else. */
export async function migrateInMemory(): Promise<Uint8Array<ArrayBuffer>> {
  const sqlite = new Sqlite(":memory:");
  // Counts only while there are no tables, as in connection.ts.
  sqlite.pragma("auto_vacuum = incremental");
  await migrateToLatest(wrapDatabase(sqlite));
  const bytes = new Uint8Array(sqlite.serialize());
  sqlite.close();
  return bytes;
}
