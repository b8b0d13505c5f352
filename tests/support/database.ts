import { writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { inject } from "vitest";
import { type Db, databaseFile, wrapDatabase } from "../../server/db/connection.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";
import { clonePostgres } from "./postgres/databases.ts";

let template: Promise<Buffer> | undefined;

async function migratedTemplate(): Promise<Buffer> {
  const sqlite = new Sqlite(":memory:");
  await migrateToLatest(wrapDatabase(sqlite));
  return sqlite.serialize();
}

/**
 * A migrated database of its own in memory, cloned from a template that is built once per worker; with
 * TEST_ENGINE=postgres one on the server of this run.
 */
export async function openTestDatabase(): Promise<Db> {
  const postgres = inject("postgres");
  if (postgres) return clonePostgres(postgres);
  template ??= migratedTemplate();
  return wrapDatabase(new Sqlite(await template));
}

/** Puts a migrated database into an empty data folder, so that a portal that starts there has nothing to migrate. */
export async function writeTestDatabase(dataDir: string): Promise<void> {
  template ??= migratedTemplate();
  writeFileSync(databaseFile(dataDir), await template);
}
