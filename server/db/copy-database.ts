import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import type { MimeType } from "../../contract/files/files.ts";
import { requireValue } from "../../contract/narrowing.ts";
import { writeWhole } from "../durable.ts";
import { StartProblem } from "../start-problem.ts";

const allPages = 0x7fffffff;

/**
 * Copies a database that others may be writing: all pages in one step, under one read lock, so that writers neither wait
 * nor have it begin anew. Blocks the thread while it copies. The copy is a single file without a log beside it, and there
 * only once it is whole.
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  await writeWhole(to, async (partial) => {
    // What a copy that was cut has left; its journal would be played back into this one.
    await rm(`${partial}-journal`, { force: true });
    const source = new Sqlite(file, { readonly: true });
    source.pragma("busy_timeout = 10000");
    try {
      await source.backup(partial, { progress: () => allPages });
    } finally {
      source.close();
    }
    const copy = new Sqlite(partial);
    try {
      copy.pragma("journal_mode = delete");
    } finally {
      copy.close();
    }
  });
}

export interface DatabaseContents {
  counts: Record<string, number>;
  newest: Record<string, string>;
}

/** The columns that tell when a row came or changed, the telling one first. */
export const timeColumns = ["updated_at", "at", "created_at"];

/** What lies in a copy: rows by table, and the newest moment where a table has one. */
export function readContents(file: string): DatabaseContents {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const tables = sqlite
      .prepare<unknown[], string>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite^_%' escape '^' and sql not like 'create virtual%' order by name",
      )
      .pluck()
      .all();
    const counts: DatabaseContents["counts"] = {};
    const newest: DatabaseContents["newest"] = {};
    for (const table of tables) {
      counts[table] = requireValue(sqlite.prepare<unknown[], number>(`select count(*) from "${table}"`).pluck().get());
      const columns = sqlite.prepare<unknown[], string>("select name from pragma_table_info(?)").pluck().all(table);
      const column = timeColumns.find((name) => columns.includes(name));
      const value = column && sqlite.prepare(`select max("${column}") from "${table}"`).pluck().get();
      if (typeof value === "string") newest[table] = value;
    }
    return { counts, newest };
  } finally {
    sqlite.close();
  }
}

/**
 * What SQLite finds wrong with a file, in its own words; nothing for a sound one. Throws where a full disk, rights or the
 * like keep it from looking.
 */
export function findDamage(file: string): string[] {
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(file, { readonly: true });
    const found = sqlite.prepare<unknown[], string>("pragma integrity_check(20)").pluck().all();
    const orphans = sqlite
      .prepare<unknown[], string>('select distinct "table" from pragma_foreign_key_check')
      .pluck()
      .all();
    return [
      ...found.filter((line) => line !== "ok"),
      ...orphans.map((table) => `Zeilen in ${table} verweisen auf etwas, das es nicht gibt`),
    ];
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return [error.message];
    throw error;
  } finally {
    sqlite?.close();
  }
}

/** The confirmed uploads of a copy with what they are. */
export function readUploads(file: string): { key: string; mimeType: MimeType }[] {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return sqlite
      .prepare("select key, mime_type as mimeType from files where confirmed_at is not null order by key")
      .all() as { key: string; mimeType: MimeType }[];
  } finally {
    sqlite.close();
  }
}

/** The confirmed uploads of a copy in the order of their keys. */
export function* readUploadKeys(file: string): Generator<string> {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    yield* sqlite
      .prepare<unknown[], string>("select key from files where confirmed_at is not null order by key")
      .pluck()
      .iterate();
  } finally {
    sqlite.close();
  }
}

/** The last migration that a database has seen; undefined for what is no portal's. Throws for what cannot be read. */
export function readMigration(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const isPortal = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined;
    if (!isPortal) return undefined;
    return (
      sqlite.prepare<unknown[], string | null>("select max(name) from kysely_migration").pluck().get() ?? undefined
    );
  } finally {
    sqlite.close();
  }
}

/** Brings all of a database into its file, so that its log may go; a StartProblem while another process reads it. */
export function emptyLog(file: string): void {
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    if (sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) !== 0)
      throw new StartProblem(`Ein anderes Programm liest ${file}; beende es zuerst.`);
  } finally {
    sqlite.close();
  }
}

/** Writes a database anew without its empty pages, and refreshes what the planner knows. Nobody else may have it open. */
export function compactDatabase(file: string): void {
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma("auto_vacuum = incremental");
    sqlite.exec("vacuum");
    sqlite.exec("analyze");
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
}
