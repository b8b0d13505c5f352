import { mkdirSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { StartProblem } from "../start-problem.ts";
import type { Database } from "./schema.ts";

export type Db = Kysely<Database>;

const statementCacheSize = 500;
/** Pages of the write-ahead log; far above what the checkpoints of their own thread let it grow to. */
const longestLog = 20_000;
const cacheKib = 65_536;

/** Where the database of a data folder lies. */
export function databaseFile(dataDir: string): string {
  return path.join(dataDir, "techcenter.sqlite");
}

/** Opens the database of a data folder, creating both; throws a StartProblem when the folder cannot be written. */
export function openDatabase(dataDir: string): Db {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const sqlite = new Sqlite(databaseFile(dataDir));
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma(`wal_autocheckpoint = ${longestLog}`);
    sqlite.pragma(`cache_size = -${cacheKib}`);
    return wrapDatabase(sqlite);
  } catch (cause) {
    throw new StartProblem(`Der Datenordner ${dataDir} (DATA_DIR) lässt sich nicht beschreiben.`, { cause });
  }
}

/** Puts Kysely over an open SQLite handle; also the door by which tests bring a clone in memory. */
export function wrapDatabase(sqlite: Sqlite.Database): Db {
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("busy_timeout = 5000");
  return new Kysely<Database>({
    dialect: new SqliteDialect({ database: withPreparedStatements(sqlite) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** Keeps statements prepared between calls, oldest out first: preparing costs more than a point read. */
function withPreparedStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql) as unknown as SqliteStatement;
      if (cache.size >= statementCacheSize) cache.delete(cache.keys().next().value as string);
      cache.set(sql, statement);
      return statement;
    },
  };
}
