import type { Tx } from "../../../db/transact.ts";

const maxNamed = 100;

/** Tells everybody that pages have changed, by their ids alone. */
export function signalPages(tx: Tx, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const named = ids.length > maxNamed ? [] : [...ids];
  tx.signal({ event: "recordsChanged", payload: { records: { type: "page", ids: named } } });
}
