import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect } from "vitest";
import { databaseFile } from "../../../server/db/connection.ts";
import { moveData } from "../../../server/db/move/move-data.ts";
import { openPostgresSource } from "../../../server/db/move/postgres-side.ts";
import { openSqliteTarget } from "../../../server/db/move/sqlite-side.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { testDatabaseUrl, writeTestDatabase } from "../database.ts";
import { temporaryFolder } from "../temporary-folders.ts";

/** Opens the data of a portal that does not run, or a copy of what lies on Postgres; it must be whole. */
export async function openLeft(dataDir: string): Promise<Sqlite.Database> {
  const url = await testDatabaseUrl(dataDir);
  const sqlite = new Sqlite(databaseFile(url ? await copyToFile(url) : dataDir));
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  return sqlite;
}

/** The folder of a copy, whose rows have been compared. */
async function copyToFile(url: string): Promise<string> {
  const folder = temporaryFolder("left");
  await writeTestDatabase(folder);
  const [from, to] = [await openPostgresSource(url), openSqliteTarget(databaseFile(folder))];
  await moveData(from, to).finally(() => Promise.all([from.close(), to.close()]));
  await copySearch(url, databaseFile(folder));
  return folder;
}

/** What is found, and which of it has tokens; a move forms it anew instead. */
async function copySearch(url: string, file: string): Promise<void> {
  const [db, sqlite] = [await openPostgres(url, { size: 1 }), new Sqlite(file)];
  // A migrated database is not empty.
  sqlite.exec("delete from search_documents; insert into search_fts (search_fts) values ('delete-all')");
  const { rows } = await sql<object>`select * from search_documents`.execute(db.withoutPlugins());
  for (const row of rows) {
    const columns = Object.keys(row);
    sqlite
      .prepare(`insert into search_documents (${columns}) values (${columns.map(() => "?")})`)
      .run(...Object.values(row));
  }
  const { rows: found } = await sql<{ rowid: number }>`select rowid from search_fts`.execute(db);
  for (const { rowid } of found) sqlite.prepare("insert into search_fts (rowid, tokens) values (?, '')").run(rowid);
  sqlite.close();
  await db.destroy();
}

/** Looks at the data of a portal that does not run. */
export async function readLeft(dataDir: string, look: (sqlite: Sqlite.Database) => void): Promise<void> {
  const sqlite = await openLeft(dataDir);
  look(sqlite);
  sqlite.close();
}
