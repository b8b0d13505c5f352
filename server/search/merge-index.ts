import { setImmediate, setTimeout } from "node:timers/promises";
import type { Db } from "../db/connection.ts";
import { isPostgres } from "../db/postgres/is-postgres.ts";
import { startWorker } from "../db/wake.ts";
import type { Log } from "../log.ts";
import { type Queryable, run } from "./run.ts";

/** Pages of the index that are merged in one go: a few milliseconds. */
const pagesAtOnce = 32;
/** What is written within this time is merged together. */
const restMs = 500;

/** Merges segments of the index in steps, with a turn for everybody else between two of them, until there are few. */
export async function mergeIndex(db: Db, isStopping = () => false): Promise<void> {
  while (!isStopping() && (await mergeStep(db))) await setImmediate();
}

/** Says whether there was something to merge: SQLite counts one change for the command itself. */
export async function mergeStep(db: Queryable): Promise<boolean> {
  // Postgres merges by itself.
  if (isPostgres(db)) return false;
  const before = await countChanges(db);
  await run(db, "insert into search_fts (search_fts, rank) values ('merge', ?)", [pagesAtOnce]);
  return (await countChanges(db)) - before >= 2;
}

async function countChanges(db: Queryable): Promise<number> {
  const [row] = await run<{ count: number }>(db, "select total_changes() as count", []);
  return row?.count ?? 0;
}

/** Merges from now on what changes leave to merge. */
export const startIndexMerging = (services: { db: Db; log: Log }) =>
  startWorker(services, {
    worker: "searchMerge",
    run: async (isStopped) => {
      await setTimeout(restMs);
      await mergeIndex(services.db, isStopped);
      return undefined;
    },
    failure: "the search could not be merged",
  });
