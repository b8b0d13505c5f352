import { DatabaseAway } from "./lost-connections.ts";

/** Lets transactions begin when their turn has come, in the order in which it was asked for. */
export interface Turns {
  /** Rejects with DatabaseAway, as for want of a connection, where the turn does not come in time. */
  run<Result>(transaction: () => Promise<Result>): Promise<Result>;
  /** How many wait for their turn. */
  waiting(): number;
}

export function openTransactionTurns(max: number, limitMs: number): Turns {
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
  const hasRoom = () => open < max;
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
        return await transaction();
      } finally {
        end();
      }
    },
  };
}
