import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import {
  asideTable,
  type Content,
  createProgress,
  isMoved,
  progressTable,
  quoted,
  type Row,
  rowsAtOnce,
  type Source,
  type Target,
} from "./side.ts";

/** A file of SQLite that nobody else has open. */
export function openSqliteSource(file: string): Source {
  return sourceOf(new Sqlite(file, { readonly: true }));
}

function sourceOf(sqlite: Sqlite.Database): Source {
  const list = <Value>(text: string, ...given: unknown[]) =>
    sqlite
      .prepare<unknown[], Value>(text)
      .pluck()
      .all(...given);
  return {
    async columns() {
      const tables = list<string>("select name from sqlite_schema where type = 'table' order by name").filter(isMoved);
      const columnsOf = (table: string) =>
        list<string>("select name from pragma_table_xinfo(?) where hidden = 0 order by name", table);
      return new Map(tables.map((table) => [table, columnsOf(table)]));
    },
    async *rows(table, columns) {
      const read = sqlite
        .prepare(`select ${columns.map(quoted)} from ${quoted(table)}`)
        .raw()
        .safeIntegers();
      let count = 0;
      for (const row of read.iterate()) {
        yield row as Row;
        count += 1;
        if (count % rowsAtOnce === 0) await nextTurn();
      }
    },
    async close() {
      sqlite.close();
    },
  };
}

/** A power failure costs the last of it, which the next run brings again, and never the file. */
export function writeQuickly(sqlite: Sqlite.Database): void {
  sqlite.pragma("journal_mode = wal");
  sqlite.pragma("synchronous = normal");
}

/** A migrated file of SQLite that rows are brought to. */
export function openSqliteTarget(file: string): Target {
  const sqlite = new Sqlite(file);
  sqlite.pragma("foreign_keys = off");
  writeQuickly(sqlite);
  return {
    ...sourceOf(sqlite),
    async begin() {
      sqlite.transaction(() => {
        sqlite.exec(`${createProgress};
          create table if not exists ${asideTable} (name text primary key, definition text);
          insert or ignore into ${asideTable} select name, sql from sqlite_schema where type = 'trigger'`);
        for (const name of namesOf(sqlite, "select name from sqlite_schema where type = 'trigger'"))
          sqlite.exec(`drop trigger ${quoted(name)}`);
      })();
    },
    async arrived() {
      const rows = sqlite.prepare(`select name, rows, hash from ${progressTable}`).all() as ({
        name: string;
      } & Content)[];
      return new Map(rows.map(({ name, ...content }) => [name, content]));
    },
    async replace(table, columns, rows, content) {
      const insert = sqlite.prepare(
        `insert into ${quoted(table)} (${columns.map(quoted)}) values (${columns.map(() => "?")})`,
      );
      sqlite.exec("begin immediate");
      try {
        sqlite.exec(`delete from ${quoted(table)}`);
        for await (const row of rows) insert.run(...row);
        const { rows: count, hash } = content();
        sqlite.prepare(`insert or replace into ${progressTable} values (?, ?, ?)`).run(table, count, hash);
        sqlite.exec("commit");
      } catch (error) {
        if (sqlite.inTransaction) sqlite.exec("rollback");
        throw error;
      }
    },
    async finish() {
      const orphans = namesOf(sqlite, `select distinct "table" from pragma_foreign_key_check`);
      if (orphans.length > 0) throw new Error(`rows of ${orphans.join(", ")} point to nothing`);
      sqlite.transaction(() => {
        for (const definition of namesOf(sqlite, `select definition from ${asideTable}`)) sqlite.exec(definition);
        sqlite.exec(`drop table ${asideTable}; drop table ${progressTable}`);
      })();
      sqlite.pragma("journal_mode = delete");
    },
  };
}

const namesOf = (sqlite: Sqlite.Database, text: string) => sqlite.prepare<unknown[], string>(text).pluck().all();
