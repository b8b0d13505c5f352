import { setImmediate } from "node:timers/promises";
import { requireValue } from "../../../contract/narrowing.ts";
import { type Tx, transact } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** A transaction holds up every other request; it ends after so long and the next row that is due. */
const batchMs = 7;

/** A row was refused after it had begun to write: the batch is lost, and is done again with a savepoint for each row. */
export class RowConflict extends Error {
  override name = "RowConflict";
}

class RolledBack extends Error {}

interface BatchOptions<Row, Outcome> {
  ctx: RecordContext;
  /**
   * Works one row off; what is wrong with the row alone is its outcome. Without savepoints it may throw RowConflict instead: undoing
   * parts of a transaction costs more than all of the rest, so it is done only where it is needed.
   */
  each(tx: Tx, row: Row, hasSavepoints: boolean): Promise<Outcome>;
  /**
   * Keeps what came of the rows; throws Stopped when the step is over. Called again, from where `onKept` was told last,
   * where the batch is done again.
   */
  save(tx: Tx, outcomes: Outcome[]): Promise<void>;
  /** Told that a batch is over, and what was saved with it is committed. */
  onKept(): void;
  /** Told that a batch is done again: what was done since `onKept` was not written after all. */
  onLost?(): void;
  /** Takes everything that `each` has written back again. */
  isDry?: boolean;
}

/** Works rows off in short transactions, and lets everybody else in between. */
export async function inBatches<Row, Outcome>(
  rows: readonly Row[],
  options: BatchOptions<Row, Outcome>,
): Promise<void> {
  const rehearsed: Outcome[] = [];
  for (let next = 0; next < rows.length; await setImmediate()) {
    const rest = rows.slice(next);
    if (options.isDry) rehearsed.push(...(await rehearse(rest, options)));
    next = options.isDry ? rehearsed.length : next + (await perform(rest, options));
  }
  // What a rehearsal has found can wait for all of its rows: nothing is lost with it.
  if (rehearsed.length === 0) return;
  await transact(options.ctx, (tx) => options.save(tx, rehearsed));
  options.onKept();
}

async function workOff<Row, Outcome>(
  tx: Tx,
  rows: readonly Row[],
  { each }: BatchOptions<Row, Outcome>,
  hasSavepoints: boolean,
) {
  const until = performance.now() + batchMs;
  const outcomes: Outcome[] = [];
  do outcomes.push(await each(tx, requireValue(rows[outcomes.length]), hasSavepoints));
  while (outcomes.length < rows.length && performance.now() < until);
  return outcomes;
}

async function perform<Row, Outcome>(rows: readonly Row[], options: BatchOptions<Row, Outcome>): Promise<number> {
  const { ctx, save, onKept } = options;
  const begin = countTries(options);
  const attempt = (hasSavepoints: boolean) =>
    transact(ctx, async (tx) => {
      begin();
      const outcomes = await workOff(tx, rows, options, hasSavepoints);
      await save(tx, outcomes);
      return outcomes.length;
    });
  const count = await attempt(false).catch(async (error) => {
    if (!(error instanceof RowConflict)) throw error;
    await setImmediate();
    return attempt(true);
  });
  onKept();
  return count;
}

/** To be called at the beginning of each try: Postgres takes a transaction back for the sake of another, and it is done again. */
function countTries({ onLost }: { onLost?(): void }): () => void {
  let isFirst = true;
  return () => {
    if (!isFirst) onLost?.();
    isFirst = false;
  };
}

async function rehearse<Row, Outcome>(rows: readonly Row[], options: BatchOptions<Row, Outcome>): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  const begin = countTries(options);
  const rehearsal = transact(options.ctx, async (tx) => {
    begin();
    outcomes = await workOff({ ...tx, isRehearsal: true }, rows, options, true);
    throw new RolledBack("dry run");
  });
  await rehearsal.catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  options.onKept();
  return outcomes;
}
