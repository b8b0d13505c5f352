import path from "node:path";
import { Worker } from "node:worker_threads";
import { type CompiledQuery, type DatabaseConnection, Kysely, SqliteAdapter, SqliteIntrospector, sql } from "kysely";
import type { Db } from "./connection.ts";
import { SqliteCompiler } from "./dialect/compilers.ts";
import { namesInCode } from "./names.ts";
import { memoizeByKey, prepare } from "./prepare.ts";
import type { Database } from "./schema.ts";

/** A thread that nobody needs any more gives its memory back. */
const idleMs = 30_000;
const [heapMb, youngHeapMb] = [256, 16];

/** What the thread is asked, and what it answers. */
export interface ReadOrder {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}
export type ReadAnswer = { id: number } & ({ rows: unknown[] } | { failure: string });

const files = new WeakMap<Db, string>();
const readers = new WeakMap<Db, Db>();

/** Says in which file a database lies. */
export const noteFile = (db: Db, file: string): void => void files.set(db, file);

/**
 * The same database for queries that look through whole tables: they are read in a thread, while the main one answers
 * others. They see what was committed before they were asked. A transaction and a database in memory read for themselves,
 * and so does everybody where the thread fails.
 */
export function inReadingThread(db: Db): Db {
  const file = files.get(db);
  if (file === undefined) return db;
  const known = readers.get(db);
  if (known) return known;
  const opened = openReader(db, file);
  readers.set(db, opened);
  return opened;
}

/** From so many rows on, looking through a table takes longer than others should wait. */
const manyRows = 20_000;

/** Where a table is looked through for a part of its rows: in the thread where it is large, in place where that is quicker. */
export async function readerOf(db: Db, table: string): Promise<Db> {
  if (!files.has(db)) return db;
  const [row] = await selectLast(table)(db);
  return (row?.last ?? 0) > manyRows ? inReadingThread(db) : db;
}

const selectLast = memoizeByKey((table) =>
  prepare(() => sql<{ last: number | null }>`select max(rowid) as last from ${sql.table(table)}`),
);

function openReader(db: Db, file: string): Db {
  const ask = openThread(file);
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      const rows = await ask(query).catch(() => undefined);
      return rows ? { rows: rows as Row[] } : await db.withoutPlugins().executeQuery<Row>(query as CompiledQuery<Row>);
    },
    streamQuery() {
      throw new Error("A thread answers with all rows at once.");
    },
  };
  const refuse = async (): Promise<never> => {
    throw new Error("A thread only reads.");
  };
  const nothing = async () => undefined;
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (own) => new SqliteIntrospector(own),
      createQueryCompiler: () => new SqliteCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
      }),
    },
    plugins: [namesInCode],
  });
}

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

/** One query after the other; begins with the first and ends when none has come for a while. */
function openThread(file: string): (query: CompiledQuery) => Promise<unknown[]> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function open(): Worker {
    const opened = new Worker(path.join(import.meta.dirname, "reading-worker.ts"), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    opened.on("message", (answer: ReadAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("rows" in answer) asked?.resolve(answer.rows);
      else asked?.reject(new Error(answer.failure));
      if (waiting.size === 0) rest();
    });
    opened.on("error", (error) => worker === opened && end(error));
    opened.on("exit", () => worker === opened && end(new Error("the thread has ended")));
    return opened;
  }

  function rest(): void {
    worker?.unref();
    timer = setTimeout(() => end(new Error("the thread is not needed")), idleMs).unref();
  }

  function end(error: Error): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return ({ sql, parameters }) =>
    new Promise((resolve, reject) => {
      clearTimeout(timer);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker ??= open();
      worker.ref();
      worker.postMessage({ id: lastId, sql, parameters } satisfies ReadOrder);
    });
}
