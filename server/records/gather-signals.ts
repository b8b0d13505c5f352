import { isDeepStrictEqual } from "node:util";
import type { RecordType } from "../../contract/records/record-types.ts";
import { newId } from "../db/new-id.ts";
import type { TransactContext } from "../db/transact.ts";
import type { Signal } from "../live/publisher.ts";

const maxIds = 100;

/**
 * A context whose signals wait until `publish`, for work that spans many transactions and has a change set of its own
 * unless it is part of one. What changed of a record type is told once to each audience; beyond 100 records of a type,
 * without their ids.
 */
export function gatherSignals<Ctx extends TransactContext & { changeSet?: string }>(
  ctx: Ctx,
): { ctx: Ctx & { changeSet: string }; publish(): void } {
  const gathered = new Map<string, { type: RecordType; ids: Set<string>; isUncounted: boolean; toUserId?: string }>();
  const others: Signal[] = [];
  const gather = (signals: Signal[]) => {
    for (const signal of signals) {
      // Who is concerned by one website's tags is not told of a hundred websites one by one.
      if (signal.event === "updateTags") continue;
      // A notification that grows with every record is read anew once.
      if (signal.event === "notificationChanged" && others.some((other) => isDeepStrictEqual(other, signal))) continue;
      if (signal.event !== "recordsChanged") others.push(signal);
      else {
        const { payload, toUserId } = signal;
        const { type, ids } = payload.records;
        const key = `${toUserId ?? ""}:${type}`;
        const known = gathered.get(key) ?? { type, ids: new Set(), isUncounted: false, ...(toUserId && { toUserId }) };
        gathered.set(key, known);
        for (const id of ids) known.ids.add(id);
        known.isUncounted ||= ids.length === 0;
      }
    }
  };
  return {
    ctx: { ...ctx, publish: gather, changeSet: ctx.changeSet ?? newId() },
    publish() {
      const signals = [...gathered.values()].map(({ type, ids, isUncounted, toUserId }): Signal => {
        const told = ids.size > maxIds || isUncounted ? [] : [...ids];
        return { event: "recordsChanged", payload: { records: { type, ids: told } }, ...(toUserId && { toUserId }) };
      });
      if (signals.length + others.length > 0) ctx.publish([...others, ...signals]);
      gathered.clear();
      others.length = 0;
    },
  };
}
