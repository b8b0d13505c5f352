import type { RecordType } from "../../contract/records/record-types.ts";
import type { TransactContext } from "../db/transact.ts";
import type { Signal } from "../live/publisher.ts";

const maxIds = 100;

/**
 * A context whose signals wait until `publish`, for work that spans many transactions. What changed of a record type
 * is told once; beyond 100 records of a type, without their ids.
 */
export function gatherSignals<Ctx extends TransactContext>(ctx: Ctx): { ctx: Ctx; publish(): void } {
  const changed = new Map<RecordType, Set<string>>();
  const isUncounted = new Set<RecordType>();
  const others: Signal[] = [];
  const gather = (signals: Signal[]) => {
    for (const signal of signals) {
      if (signal.event !== "recordsChanged") others.push(signal);
      else {
        const { type, ids } = signal.payload.records;
        const known = changed.get(type) ?? new Set();
        changed.set(type, known);
        for (const id of ids) known.add(id);
        if (ids.length === 0) isUncounted.add(type);
      }
    }
  };
  return {
    ctx: { ...ctx, publish: gather },
    publish() {
      const signals = [...changed].map(([type, ids]): Signal => {
        const told = ids.size > maxIds || isUncounted.has(type) ? [] : [...ids];
        return { event: "recordsChanged", payload: { records: { type, ids: told } } };
      });
      if (signals.length + others.length > 0) ctx.publish([...others, ...signals]);
      changed.clear();
      isUncounted.clear();
      others.length = 0;
    },
  };
}
