import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { ChecklistItem } from "../../../contract/tasks/tasks.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { endClaimIn } from "../claims/claims.ts";
import { findTask, type StoredTask } from "./access.ts";
import { type Ctx, recordChange, removeTask, signalTasks, type WrittenTask, write } from "./commands.ts";
import { nextDay } from "./recurrence.ts";

/**
 * „Erledigt“: one that repeats makes its next one. Done twice, it is done once; `next` is the id of the one that
 * follows.
 */
export async function completeTask(ctx: Ctx, { id }: { id: string }): Promise<WrittenTask & { next: string | null }> {
  return transact(ctx, async (tx) => {
    const before = await findTask(tx.db, ctx.person, id);
    if (before.state === "done") return { id, version: before.version, next: null };
    return completeTaskIn(tx, before, ctx.person.id);
  });
}

/** The same within a transaction that does more, with an open task, by a person who may. */
export async function completeTaskIn(
  tx: Tx,
  before: StoredTask,
  doneById: string,
): Promise<WrittenTask & { next: string | null }> {
  const values = { state: "done", doneAt: tx.now().toISOString(), doneById, snoozedUntil: null } as const;
  const written = await write(tx, before, values);
  await recordChange(tx, "task.completed", before, { state: values.state, snoozedUntil: null }, written.version);
  await endClaimIn(tx, { type: "task", id: before.id });
  return { ...written, next: await makeNext(tx, before) };
}

/** The next one of a series: as the one that is done was, on the next day that is still to come. */
async function makeNext(tx: Tx, done: StoredTask): Promise<string | null> {
  const { recurrence, recurrenceStart, dueOn } = done;
  if (!recurrence || !recurrenceStart) return null;
  const yesterday = addDays(portalDate(tx.now()), -1);
  const next = nextDay({ rule: recurrence, start: recurrenceStart }, dueOn && dueOn > yesterday ? dueOn : yesterday);
  if (!next) return null;
  const id = newId();
  const at = tx.now().toISOString();
  const items = parseOwnJson<ChecklistItem[]>(done.checklistJson).map((item) => ({ ...item, isDone: false }));
  const { targetType, targetId, assigneeUserId, assigneeGroup, title, text, source, createdById } = done;
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto("tasks")
    .values({
      id,
      title,
      text,
      targetType,
      targetId,
      assigneeUserId,
      assigneeGroup,
      recurrence,
      recurrenceStart,
      dueOn: next,
      previousId: done.id,
      checklistJson: JSON.stringify(items),
      snoozedUntil: null,
      boxTicked: null,
      doneAt: null,
      doneById: null,
      source,
      createdAt: at,
      createdById,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.column("previousId").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return null;
  await tx.record({ kind: "task.created", subject: { type: "task", id }, version: 1, after: { title } });
  signalTasks(tx, [id]);
  return id;
}

/** Takes „Erledigt“ back; the next one that came of it goes, unless somebody has touched it. */
export async function reopenTask(ctx: Ctx, { id }: { id: string }): Promise<WrittenTask> {
  return transact(ctx, async (tx) => {
    const before = await findTask(tx.db, ctx.person, id);
    return before.state === "open" ? { id, version: before.version } : reopenTaskIn(tx, before);
  });
}

/** The same within a transaction that does more, with a task that is done. */
export async function reopenTaskIn(tx: Tx, before: StoredTask): Promise<WrittenTask> {
  const next = await tx.db
    .selectFrom("tasks")
    .select(["id", "title", "version", "state"])
    .where("previousId", "=", before.id)
    .executeTakeFirst();
  if (next?.version === 1 && next.state === "open") await removeTask(tx, next);
  const values = { state: "open", doneAt: null, doneById: null } as const;
  const written = await write(tx, before, values);
  await recordChange(tx, "task.reopened", before, { state: "open" }, written.version);
  return written;
}
