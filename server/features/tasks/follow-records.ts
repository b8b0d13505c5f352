import { isOneOf } from "../../../contract/narrowing.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { removeTask } from "./commands.ts";

/** What was to be done about a record goes with it when that is deleted for good. */
export async function removeTasksOfDeleted(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  for (const { kind, subject } of changes) {
    if (!isOneOf(recordTypes, subject.type) || kind !== `${subject.type}.deleted`) continue;
    const tasks = await tx.db
      .selectFrom("tasks")
      .select(["id", "title"])
      .where("targetType", "=", subject.type)
      .where("targetId", "=", subject.id)
      .execute();
    for (const task of tasks) await removeTask(tx, task);
  }
}
