import { setImmediate } from "node:timers/promises";
import { type Tx, transact } from "../../db/transact.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** A transaction holds up every other request; it ends after so long and the next row that is due. */
const sliceMs = 6;

/** The step was ended by a person, or the server is stopping; what was committed is the state. */
export class Stopped extends Error {
  override name = "Stopped";
}

class RolledBack<Outcome> extends Error {
  readonly outcomes: Outcome[];
  constructor(outcomes: Outcome[]) {
    super("dry run");
    this.outcomes = outcomes;
  }
}

interface Slicing<Row, Outcome> {
  ctx: RecordContext;
  /** Works one row off; must not throw for what is wrong with the row alone. */
  each(tx: Tx, row: Row): Promise<Outcome>;
  /** Keeps what came of the rows; throws Stopped when the step is over. */
  save(tx: Tx, outcomes: Outcome[]): Promise<void>;
  /** Takes everything that `each` has written back again. */
  isDry?: boolean;
}

/** Works rows off in short transactions, and lets everybody else in between. */
export async function inSlices<Row, Outcome>(
  rows: readonly Row[],
  { ctx, each, save, isDry = false }: Slicing<Row, Outcome>,
): Promise<void> {
  let next = 0;
  const workOff = async (tx: Tx) => {
    const until = performance.now() + sliceMs;
    const outcomes: Outcome[] = [];
    do outcomes.push(await each(tx, rows[next++] as Row));
    while (next < rows.length && performance.now() < until);
    return outcomes;
  };
  while (next < rows.length) {
    if (isDry) {
      const outcomes = await transact(ctx, async (tx): Promise<Outcome[]> => {
        throw new RolledBack(await workOff(tx));
      }).catch((error) => {
        if (error instanceof RolledBack) return error.outcomes as Outcome[];
        throw error;
      });
      await setImmediate();
      await transact(ctx, (tx) => save(tx, outcomes));
    } else await transact(ctx, async (tx) => save(tx, await workOff(tx)));
    await setImmediate();
  }
}
