import type { LookupKind } from "../../../contract/lookups/lookups.ts";
import type { Tx } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";

/**
 * Asks about records at once instead of when it would be their turn; returns how many of them are asked about. What is
 * being asked at that moment sets its next time with its answer, so its rule compares what it asked about when it keeps it.
 */
export async function lookNow(tx: Tx, kind: LookupKind, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable("lookups")
    .set({ dueAt: tx.now().toISOString() })
    .where("kind", "=", kind)
    .where("targetId", "in", idsIn(JSON.stringify(ids)))
    .executeTakeFirst();
  tx.wake("lookups");
  return Number(numUpdatedRows);
}
