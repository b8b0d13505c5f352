import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { forgetOldest } from "../forget-oldest.ts";
import { asStartProblem, StartProblem } from "../start-problem.ts";
import { SqliteCompiler } from "./dialect/compilers.ts";
import { namesInCode } from "./names.ts";
import { noteUnderneath, type Underneath } from "./prepare.ts";
import { noteFile } from "./reading-thread.ts";
import type { Database } from "./schema.ts";
import { timed } from "./slow-statements.ts";

export type Db = Kysely<Database>;

const statementCacheSize = 500;
/** Pages of the write-ahead log; far above what the checkpoints of their own thread let it grow to. */
const maxLog = 20_000;
/** To what the write-ahead log shrinks when it begins anew; a large import would keep its size for ever. */
const keptLogBytes = 16 * 1024 * 1024;
const cacheKib = 65_536;
const cacheBesideKib = 8192;
/** A thread cannot be ended while it waits. */
const patienceBesideMs = 500;

/** Where the database of a data folder lies. */
export function databaseFile(dataDir: string): string {
  return path.join(dataDir, "techcenter.sqlite");
}

/**
 * Opens the database of a data folder, creating both. Throws a StartProblem when the folder cannot be written, or when it
 * holds what belongs to a database but none: a new one would know nothing of the uploads.
 */
export function openDatabase(dataDir: string): Db {
  const left = leftWithoutDatabase(dataDir);
  // SQLite drops the write-ahead log of an empty file, so its size is looked at before it is opened.
  if (left && sizeOf(databaseFile(dataDir)) === 0) throw missingDatabase(dataDir, left);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const sqlite = openFile(databaseFile(dataDir));
    if (left && !hasTables(sqlite)) throw missingDatabase(dataDir, left);
    // Counts only in a file that is still empty, and would write to one on a full disk; `compactDatabase` brings it to others.
    if (!hasTables(sqlite)) sqlite.pragma("auto_vacuum = incremental");
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma(`wal_autocheckpoint = ${maxLog}`);
    sqlite.pragma(`journal_size_limit = ${keptLogBytes}`);
    sqlite.pragma(`cache_size = -${cacheKib}`);
    const db = wrapDatabase(sqlite);
    noteFile(db, databaseFile(dataDir));
    return db;
  } catch (cause) {
    throw asStartProblem(cause, dataDir) ?? cause;
  }
}

/** Opens the database of a data folder for a process that only reads it, beside the portal. */
export function openDatabaseForReading(dataDir: string): Db {
  return wrapDatabase(new Sqlite(databaseFile(dataDir), { readonly: true }));
}

/**
 * Opens the database of a running portal for a thread that writes beside it what can be found out once more: a power
 * failure may cost the last of that.
 */
export function openDatabaseBeside(dataDir: string): Db {
  const sqlite = new Sqlite(databaseFile(dataDir), { fileMustExist: true });
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma(`wal_autocheckpoint = ${maxLog}`);
  sqlite.pragma(`cache_size = -${cacheBesideKib}`);
  const db = wrapDatabase(sqlite);
  sqlite.pragma(`busy_timeout = ${patienceBesideMs}`);
  return db;
}

/**
 * Opens the file. A full disk has no room for the memory that connections share; this one then keeps it to itself, so
 * that the portal can at least be read until its next start.
 */
function openFile(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma("schema_version");
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith("SQLITE_IOERR_SHM")) throw error;
    const alone = new Sqlite(file);
    alone.pragma("locking_mode = exclusive");
    return alone;
  }
}

/** What of a portal's data lies in the folder beside its database, in words; undefined when there is nothing. */
export function leftWithoutDatabase(dataDir: string): string | undefined {
  const uploads = ["kept", "orphaned"].some((stage) => holdsFiles(path.join(dataDir, "uploads", stage)));
  const secrets = existsSync(path.join(dataDir, "secrets.json"));
  if (uploads) return secrets ? "Uploads und Geheimnisse (secrets.json)" : "Uploads";
  return secrets ? "Geheimnisse (secrets.json)" : undefined;
}

function holdsFiles(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isFile() || (entry.isDirectory() && holdsFiles(path.join(folder, entry.name))),
  );
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const hasTables = (sqlite: Sqlite.Database) =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table'").get() !== undefined;

function missingDatabase(dataDir: string, left: string): StartProblem {
  return new StartProblem(
    `Im Datenordner ${dataDir} (DATA_DIR) liegen ${left}, aber keine Datenbank: techcenter.sqlite fehlt oder ist leer. Stelle sie aus einer Sicherung wieder her; für einen neuen Anfang nimm einen leeren Ordner.`,
  );
}

/** Opens another file of SQLite that is there, such as the checker's. */
export function openOtherDatabase(file: string): Db {
  return wrapDatabase(new Sqlite(file, { fileMustExist: true }));
}

/** SQLite as the portal writes it. */
export class PortalDialect extends SqliteDialect {
  override createQueryCompiler() {
    return new SqliteCompiler();
  }

  override createAdapter() {
    return new PortalAdapter();
  }
}

class PortalAdapter extends SqliteAdapter {
  /** Kysely says no for all dialects of SQLite; it is true but for pragmas, which no migration may use. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Puts Kysely over an open SQLite handle; tests hand in a clone in memory. */
export function wrapDatabase(sqlite: Sqlite.Database): Db {
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("busy_timeout = 5000");
  const database = withPreparedStatements(sqlite);
  const db = new Kysely<Database>({
    dialect: new PortalDialect({ database }),
    plugins: [namesInCode],
  });
  noteUnderneath(db, database);
  return db;
}

const nothingToDo: SqliteStatement = {
  reader: false,
  all: () => [],
  iterate: () => [][Symbol.iterator](),
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
};

/**
 * Keeps statements prepared between calls, oldest out first: preparing costs more than a point read.
 *
 * SQLite takes a whole transaction back by itself when the disk is full. Its remaining statements would then be written
 * one by one, and the rollback that follows would fail and hide the cause; so the first are refused, and the second has
 * nothing left to do.
 *
 * A transaction is one that writes, from its first statement on: one that has only read so far could not write any more
 * once another connection has written.
 */
function withPreparedStatements(sqlite: Sqlite.Database): SqliteDatabase & Underneath {
  const cache = new Map<string, SqliteStatement>();
  let isInTransaction = false;
  const around = (statement: Sqlite.Statement, isBegun: boolean): SqliteStatement => ({
    reader: false,
    all: () => [],
    iterate: () => [][Symbol.iterator](),
    run() {
      const done = statement.run();
      isInTransaction = isBegun;
      return done;
    },
  });
  const frame: Record<string, SqliteStatement> = {
    begin: around(sqlite.prepare("begin immediate"), true),
    commit: around(sqlite.prepare("commit"), false),
    rollback: around(sqlite.prepare("rollback"), false),
  };
  const prepare = (sql: string) => {
    if (isInTransaction && !sqlite.inTransaction) {
      isInTransaction = sql !== "rollback";
      if (sql === "rollback") return nothingToDo;
      throw new Error("SQLite has taken the transaction back.");
    }
    const framing = frame[sql];
    if (framing) return framing;
    const known = cache.get(sql);
    if (known) return known;
    const statement = timed(sqlite.prepare(sql) as unknown as SqliteStatement, sql);
    if (cache.size >= statementCacheSize) forgetOldest(cache);
    cache.set(sql, statement);
    return statement;
  };
  return {
    close: () => sqlite.close(),
    prepare,
    read({ sql, parameters }) {
      if (isInTransaction || sqlite.inTransaction) return undefined;
      const statement = prepare(sql);
      return statement.reader ? statement.all(parameters) : undefined;
    },
    runInTransaction({ sql, parameters }) {
      const statement = prepare(sql);
      if (statement.reader) return statement.all(parameters);
      statement.run(parameters);
      return [];
    },
  };
}
