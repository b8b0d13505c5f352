import { secondMs } from "../../../contract/time/durations.ts";
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

/** Whoever has waited for so long begins beside the others, since what is open may wait for a lock. */
const usualPatienceMs = secondMs;

interface Waiting {
  begin(): void;
  isPatient: boolean;
}

/**
 * Lets so many be open at a time. Where one is lost to another, half as many, down to one: what writes to the same places is
 * only taken back side by side, and is done once more while everybody waits. What has waited for a while heeds the first
 * number alone.
 */
export function openTurns(max: number, limitMs: number, patienceMs = usualPatienceMs): Turns {
  let allowed = max;
  let open = 0;
  const waiting = new Set<Waiting>();
  const hasRoom = (isPatient: boolean) => open + 1 <= (isPatient ? allowed : max);
  const beginNext = () => {
    for (const { isPatient, begin } of waiting) {
      if (!hasRoom(isPatient)) return;
      open += 1;
      begin();
    }
  };
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(own);
        clearTimeout(timers.patience);
        clearTimeout(timers.limit);
      };
      const own: Waiting = {
        isPatient: true,
        begin() {
          leave();
          resolve();
        },
      };
      const timers = {
        patience: setTimeout(() => {
          own.isPatient = false;
          beginNext();
        }, patienceMs),
        limit: setTimeout(() => {
          leave();
          reject(new DatabaseAway(new Error("other transactions of this process have not ended in time"), false));
        }, limitMs),
      };
      waiting.add(own);
    });
  return {
    waiting: () => waiting.size,
    async run(transaction) {
      if (hasRoom(true)) open += 1;
      else await turn();
      try {
        const result = await transaction();
        allowed = Math.min(max, allowed + growth);
        return result;
      } catch (error) {
        if (isLostRace(error)) allowed = Math.max(1, allowed / 2);
        throw error;
      } finally {
        open -= 1;
        beginNext();
      }
    },
  };
}
