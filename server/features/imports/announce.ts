import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Signal } from "../../live/publisher.ts";
import type { RecordContext } from "../../records/record-context.ts";

const firstPauseMs = 4000;
/** What one event for all rows stands for. */
const toldTogether = new Set<Signal["event"]>(["recordsChanged", "newWebsite", "updateTags"]);

export interface Announcer {
  ctx: RecordContext;
  /** Tells what has changed so far, unless it was told a moment ago. */
  tick(): void;
  /** Tells the rest. */
  end(): void;
}

/**
 * A context under which thousands of changed records make a handful of live events: one per type, without ids, in
 * pauses that double. Events of single records, such as a new website, are left out, for `recordsChanged` says as much.
 */
export function announce(ctx: RecordContext): Announcer {
  const changed = new Set<RecordType>();
  let pauseMs = firstPauseMs;
  let toldAt = performance.now();
  const tell = () => {
    if (changed.size === 0) return;
    ctx.publish(
      [...changed].map((type): Signal => ({ event: "recordsChanged", payload: { records: { type, ids: [] } } })),
    );
    changed.clear();
    toldAt = performance.now();
    pauseMs *= 2;
  };
  return {
    ctx: {
      ...ctx,
      publish(signals) {
        const others = signals.filter(({ event }) => !toldTogether.has(event));
        if (others.length > 0) ctx.publish(others);
        for (const signal of signals) if (signal.event === "recordsChanged") changed.add(signal.payload.records.type);
      },
    },
    tick: () => {
      if (performance.now() - toldAt >= pauseMs) tell();
    },
    end: tell,
  };
}
