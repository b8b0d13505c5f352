import { maxResultAgeMs, maxResultsPerBatch } from "../../../contract/vantage-points/agent-protocol.ts";
import type { AgentResult } from "../take-batches.ts";

/** More are not held while the portal is away: the oldest go first, since the latest say how things are. */
export const maxHeld = 20_000;

export interface Outbox {
  /** Numbers a result; the numbers of a run ascend. */
  add(result: Omit<AgentResult, "seq">): void;
  /** The oldest results, at most as many as one batch holds; the same ones until they are removed. */
  next(now: number): AgentResult[];
  /** Up to a number all are dealt with. */
  remove(lastSeq: number): void;
  /** Makes the next batches smaller: the portal cannot read one of the results. Drops a result that is alone. */
  doubt(): void;
  size(): number;
  /** How many were given up since this was asked last. */
  lost(): number;
}

/** Results on their way to the portal. Kept in memory: what an agent has not handed in when it ends is looked at anew. */
export function openOutbox(): Outbox {
  let held: AgentResult[] = [];
  let [seq, lost, limit] = [0, 0, maxResultsPerBatch];
  return {
    add(result) {
      seq += 1;
      held.push({ ...result, seq });
      if (held.length <= maxHeld) return;
      lost += held.length - maxHeld;
      held = held.slice(-maxHeld);
    },
    next(now) {
      const before = held.length;
      held = held.filter(({ at }) => now - at < maxResultAgeMs);
      lost += before - held.length;
      return held.slice(0, limit);
    },
    remove(lastSeq) {
      held = held.filter((result) => result.seq > lastSeq);
      limit = maxResultsPerBatch;
    },
    doubt() {
      if (limit > 1) limit = 1;
      else {
        held = held.slice(1);
        lost += 1;
      }
    },
    size: () => held.length,
    lost() {
      const count = lost;
      lost = 0;
      return count;
    },
  };
}
