import { setImmediate } from "node:timers/promises";
import { requireValue } from "../../../contract/narrowing.ts";
import { type Tx, transact } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** A transaction holds up every other request; it ends after so long and the next row that is due. */
const sliceMs = 7;

/** A row was refused after it had begun to write: the slice is lost, and is done again with more care. */
export class RowConflict extends Error {
  override name = "RowConflict";
}

class RolledBack extends Error {}

interface Slicing<Row, Outcome> {
  ctx: RecordContext;
  /**
   * Works one row off; what is wrong with the row alone is its outcome. Without care it may throw RowConflict instead: undoing
   * parts of a transaction costs more than all of the rest, so it is done only where it is needed.
   */
  each(tx: Tx, row: Row, isCareful: boolean): Promise<Outcome>;
  /** Keeps what came of the rows; throws Stopped when the step is over. */
  save(tx: Tx, outcomes: Outcome[]): Promise<void>;
  /** Told that the rows of a slice were not written after all. */
  onLost?(): void;
  /** Takes everything that `each` has written back again. */
  isDry?: boolean;
}

/** Works rows off in short transactions, and lets everybody else in between. */
export async function inBatches<Row, Outcome>(rows: readonly Row[], slicing: Slicing<Row, Outcome>): Promise<void> {
  const rehearsed: Outcome[] = [];
  for (let next = 0; next < rows.length; await setImmediate()) {
    const rest = rows.slice(next);
    if (slicing.isDry) rehearsed.push(...(await rehearse(rest, slicing)));
    next = slicing.isDry ? rehearsed.length : next + (await perform(rest, slicing));
  }
  // What a rehearsal has found can wait for all of its rows: nothing is lost with it.
  if (rehearsed.length > 0) await transact(slicing.ctx, (tx) => slicing.save(tx, rehearsed));
}

async function workOff<Row, Outcome>(
  tx: Tx,
  rows: readonly Row[],
  { each }: Slicing<Row, Outcome>,
  isCareful: boolean,
) {
  const until = performance.now() + sliceMs;
  const outcomes: Outcome[] = [];
  do outcomes.push(await each(tx, requireValue(rows[outcomes.length]), isCareful));
  while (outcomes.length < rows.length && performance.now() < until);
  return outcomes;
}

async function perform<Row, Outcome>(rows: readonly Row[], slicing: Slicing<Row, Outcome>): Promise<number> {
  const { ctx, save, onLost } = slicing;
  const attempt = (isCareful: boolean) =>
    transact(ctx, async (tx) => {
      const outcomes = await workOff(tx, rows, slicing, isCareful);
      await save(tx, outcomes);
      return outcomes.length;
    });
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof RowConflict)) throw error;
    onLost?.();
    await setImmediate();
    return attempt(true);
  }
}

async function rehearse<Row, Outcome>(rows: readonly Row[], slicing: Slicing<Row, Outcome>): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  const rehearsal = transact(slicing.ctx, async (tx) => {
    outcomes = await workOff({ ...tx, isRehearsal: true }, rows, slicing, true);
    throw new RolledBack("dry run");
  });
  await rehearsal.catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return outcomes;
}
