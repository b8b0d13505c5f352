import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { Db } from "./connection.ts";
import { findDatabaseFile } from "./database-size.ts";

/** Pages released in one step: a few milliseconds in which nobody else can write. */
const pagesAtOnce = 200;
/** The share of a database that may stay free: it will be written again soon. */
const idleShare = 0.05;

export interface Space {
  bytes: number;
  /** What deleted rows have left behind. */
  idleBytes: number;
  /** Whether idle pages can be given back while others work with the database. */
  canShrink: boolean;
}

/** How large the file behind a connection is, and how much of it lies idle. */
export function readSpace(sqlite: Sqlite.Database): Space {
  const pragma = (name: string) => sqlite.pragma(name, { simple: true }) as number;
  const pageBytes = pragma("page_size");
  return {
    bytes: pragma("page_count") * pageBytes,
    idleBytes: pragma("freelist_count") * pageBytes,
    canShrink: pragma("auto_vacuum") === 2,
  };
}

/**
 * Gives idle pages back to the disk in small steps, beside whoever reads and writes. Does nothing where the file was laid
 * out without that; `compactDatabase` changes it. Returns how many bytes that were.
 */
export async function shrinkDatabase(file: string): Promise<number> {
  const sqlite = new Sqlite(file, { timeout: 10_000 });
  try {
    const before = readSpace(sqlite);
    if (!before.canShrink) return 0;
    for (let space = before; space.idleBytes > before.bytes * idleShare; space = readSpace(sqlite)) {
      sqlite.pragma(`incremental_vacuum(${pagesAtOnce})`);
      await nextTurn();
    }
    return before.bytes - readSpace(sqlite).bytes;
  } finally {
    sqlite.close();
  }
}

/** Shrinks the file behind a connection; a database in memory has none, and Postgres looks after its own. */
export async function shrink(db: Db): Promise<void> {
  const file = await findDatabaseFile(db);
  if (file) await shrinkDatabase(file);
}
