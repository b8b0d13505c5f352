import { changeTargetTypes } from "../../../contract/change-events/change-events.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";

/** What was noticed about a record goes with it when that is deleted for good. */
export async function removeEventsOfDeleted(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  for (const { kind, subject } of changes) {
    if (!isOneOf(changeTargetTypes, subject.type) || kind !== `${subject.type}.deleted`) continue;
    await tx.db
      .deleteFrom("changeEvents")
      .where("targetType", "=", subject.type)
      .where("targetId", "=", subject.id)
      .execute();
  }
}
