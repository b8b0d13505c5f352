import { isLostRace } from "./error-codes.ts";
import { DatabaseAway } from "./lost-connections.ts";

/** Lets transactions begin when their turn has come, in the order in which it was asked for. */
export interface Turns {
  /** Rejects with DatabaseAway, as for want of a connection, where the turn does not come in time. */
  run<Result>(transaction: () => Promise<Result>): Promise<Result>;
  /** How many wait for their turn. */
  waiting(): number;
}

/** By how much more may be open at a time with each transaction that is not lost. */
const growth = 0.1;

/**
 * Lets so many be open at a time. Where one is lost to another, half as many, down to one: what writes to the same places is
 * only taken back side by side, and is done once more while everybody waits.
 */
export function openTurns(max: number, limitMs: number): Turns {
  let allowed = max;
  let open = 0;
  const waiting = new Set<() => void>();
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new DatabaseAway(new Error("other transactions of this process have not ended in time"), false));
      }, limitMs);
      waiting.add(begin);
    });
  const hasRoom = () => open + 1 <= allowed;
  const end = () => {
    open -= 1;
    for (const begin of waiting) {
      if (!hasRoom()) return;
      open += 1;
      begin();
    }
  };
  return {
    waiting: () => waiting.size,
    async run(transaction) {
      if (hasRoom()) open += 1;
      else await turn();
      try {
        const result = await transaction();
        allowed = Math.min(max, allowed + growth);
        return result;
      } catch (error) {
        if (isLostRace(error)) allowed = Math.max(1, allowed / 2);
        throw error;
      } finally {
        end();
      }
    },
  };
}
