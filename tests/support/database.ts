import { writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { type Db, databaseFile, wrapDatabase } from "../../server/db/connection.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";

let template: Promise<Buffer> | undefined;

async function migratedTemplate(): Promise<Buffer> {
  const sqlite = new Sqlite(":memory:");
  await migrateToLatest(wrapDatabase(sqlite));
  return sqlite.serialize();
}

let open = async (): Promise<Db> => {
  template ??= migratedTemplate();
  return wrapDatabase(new Sqlite(await template));
};

/**
 * A migrated database of its own: in memory, cloned from a template that is built once per worker, unless another way
 * was set. Benches and the demo open theirs here too, so that nothing of vitest is imported.
 */
export const openTestDatabase = (): Promise<Db> => open();

/** Has the databases of this worker opened another way, as on a server of Postgres. */
export function openTestDatabasesBy(way: () => Promise<Db>): void {
  open = way;
}

/** Puts a migrated database into an empty data folder, so that a portal that starts there has nothing to migrate. */
export async function writeTestDatabase(dataDir: string): Promise<void> {
  template ??= migratedTemplate();
  writeFileSync(databaseFile(dataDir), await template);
}
