import { copyFileSync, writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { type Db, databaseFile, wrapDatabase } from "../../server/db/connection.ts";
import { migrateInMemory } from "../../server/portal/migrate-in-memory.ts";
import { findReadyDatabase } from "../../server/portal/ready-database.ts";

let template: Promise<Buffer> | undefined;

/**
 * The database that the build holds where it is of these migrations, as before every `npm test`; in the layout of those that
 * cannot give back room in steps, so that tests of that have something to do.
 */
async function migratedTemplate(): Promise<Buffer> {
  const sqlite = new Sqlite(Buffer.from(await (findReadyDatabase() ?? migrateInMemory)()));
  sqlite.pragma("auto_vacuum = none");
  sqlite.exec("vacuum");
  return sqlite.serialize();
}

/** Where tests find migrated databases. */
interface TestDatabases {
  open(): Promise<Db>;
  /** The URL of the one beside a data folder, where it does not lie in it. */
  urlOf(dataDir: string): Promise<string | undefined>;
  /** Makes the one beside a data folder a copy of that beside another one. */
  copy(from: string, to: string): Promise<void>;
}

let databases: TestDatabases = {
  async open() {
    template ??= migratedTemplate();
    const sqlite = new Sqlite(await template);
    // Rows without an `order by` come the other way round than they usually do, so nobody gets used to an order that
    // neither engine promises.
    sqlite.pragma("reverse_unordered_selects = ON");
    return wrapDatabase(sqlite);
  },
  urlOf: async () => undefined,
  copy: async (from, to) => copyFileSync(databaseFile(from), databaseFile(to)),
};

/**
 * A migrated database of its own: in memory, cloned from a template of this worker, unless another way was set. Benches and
 * the demo open theirs here too, so that nothing of vitest is imported.
 */
export const openTestDatabase = (): Promise<Db> => databases.open();

/** The URL of the migrated database beside a data folder; undefined where it lies in it, as SQLite's does. */
export const testDatabaseUrl = (dataDir: string): Promise<string | undefined> => databases.urlOf(dataDir);

/** Copies the database of a data folder, which nobody may have open, for another folder that has none yet. */
export const copyTestDatabase = (from: string, to: string): Promise<void> => databases.copy(from, to);

/** Has the databases of this worker lie elsewhere, as on a server of Postgres. */
export function takeTestDatabasesFrom(others: TestDatabases): void {
  databases = others;
}

/** Puts a migrated database into an empty data folder, so that a portal that starts there has nothing to migrate. */
export async function writeTestDatabase(dataDir: string): Promise<void> {
  template ??= migratedTemplate();
  writeFileSync(databaseFile(dataDir), await template);
}
