import type { LookupTargetType } from "../../../contract/lookups/lookups.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";

const followed = ["domain", "website", "host"] as const satisfies readonly LookupTargetType[];

/** New and restored records and other addresses are asked about at once, not when all records are looked at. */
export async function wakeForRecords(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  if (tx.isRehearsal) return;
  const ids = changes.filter(({ subject }) => isOneOf(followed, subject.type)).map(({ subject }) => subject.id);
  if (ids.length > 0) tx.wake("lookupTargets", ids);
}
