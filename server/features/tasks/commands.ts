import type { z } from "zod";
import { keysOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { ChecklistItem } from "../../../contract/tasks/tasks.ts";
import type * as contract from "../../../contract/tasks/tasks-input.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn } from "../claims/claims.ts";
import { findTask, mayReadTarget, type StoredTask, targetOf } from "./access.ts";
import { refuseAssignment, tellAssigned } from "./people.ts";
import { nextDay, refuseEndless } from "./recurrence.ts";

export type Ctx = Pick<PersonContext, "db" | "now" | "actorId" | "publish" | "person">;
export type WrittenTask = { id: string; version: number };

type NewTask = Omit<z.output<typeof contract.createTask>, "box">;

/** Makes a task; a form whose answer was lost gets the one that it made before. */
export const createTask = (ctx: Ctx, task: NewTask): Promise<WrittenTask> =>
  transact(ctx, (tx) => createTaskIn(tx, ctx, task));

/** Makes a task within a transaction that is open already. */
export async function createTaskIn(
  tx: Tx,
  ctx: Ctx,
  { creationId, templateId, targetType, targetId, ...body }: NewTask,
): Promise<WrittenTask> {
  const target = targetType && targetId ? { type: targetType, id: targetId } : null;
  const known = creationId && (await findCreated(tx, ctx, creationId));
  if (known) return known;
  if (target && !(await mayReadTarget(tx.db, target, ctx.person))) throw notFound();
  const id = newId();
  const assignment = { assigneeUserId: body.assigneeUserId ?? null, assigneeGroup: body.assigneeGroup ?? null };
  await refuseAssignment(tx, assignment, target);
  const dates = datesOf({ dueOn: body.dueOn ?? null, recurrence: body.recurrence ?? null }, portalDate(ctx.now()));
  const items = [...(body.checklist ?? []), ...(templateId ? await itemsOf(tx, templateId) : [])];
  const at = ctx.now().toISOString();
  await tx.db
    .insertInto("tasks")
    .values({
      id,
      title: body.title,
      text: body.text || null,
      ...assignment,
      ...dates,
      previousId: null,
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      checklistJson: JSON.stringify(withIds(items)),
      snoozedUntil: null,
      doneAt: null,
      doneById: null,
      boxTicked: null,
      source: body.source ?? "manual",
      createdAt: at,
      createdById: ctx.person.id,
      updatedAt: at,
    })
    .execute();
  if (creationId) await noteCreation(tx, ctx, { type: "task", creationId, id });
  await tx.record({ kind: "task.created", subject: { type: "task", id }, version: 1, after: { title: body.title } });
  await tellAssigned(tx, ctx.person.name, { id, title: body.title, dueOn: dates.dueOn, ...assignment, target });
  signalTasks(tx, [id]);
  return { id, version: 1 };
}

async function findCreated(tx: Tx, { person }: Ctx, creationId: string): Promise<WrittenTask | undefined> {
  return tx.db
    .selectFrom("creations")
    .innerJoin("tasks", "tasks.id", "creations.recordId")
    .select(["tasks.id", "tasks.version"])
    .where("userId", "=", person.id)
    .where("creationId", "=", creationId)
    .where("recordType", "=", "task")
    .executeTakeFirst();
}

async function itemsOf(tx: Tx, templateId: string) {
  const row = await tx.db
    .selectFrom("taskTemplates")
    .select("checklistJson")
    .where("id", "=", templateId)
    .executeTakeFirst();
  if (!row) throw invalidField("templateId", "Checkliste: Diese Vorlage gibt es nicht mehr.");
  return parseOwnJson<string[]>(row.checklistJson).map((text) => ({ text, isDone: false }));
}

const withIds = (items: readonly { id?: string | undefined; text: string; isDone: boolean }[]): ChecklistItem[] =>
  items.map(({ id, text, isDone }) => ({ id: id ?? newId(), text, isDone }));

interface Dates {
  dueOn: string | null;
  recurrence: string | null;
}

/** What repeats has a day, by default the first of the rule, and counts from it. */
function datesOf({ dueOn, recurrence }: Dates, today: string): Dates & { recurrenceStart: string | null } {
  if (!recurrence) return { dueOn, recurrence: null, recurrenceStart: null };
  const start = dueOn ?? today;
  refuseEndless({ rule: recurrence, start });
  const first = dueOn ?? nextDay({ rule: recurrence, start }, addDays(start, -1)) ?? start;
  return { dueOn: first, recurrence, recurrenceStart: first };
}

/** Changes a task that nobody else has changed since the person saw it. */
export async function updateTask(
  ctx: Ctx,
  { id, version, ...changes }: z.output<typeof contract.updateTask>,
): Promise<WrittenTask> {
  return transact(ctx, async (tx) => {
    const before = await findTask(tx.db, ctx.person, id);
    if (before.version !== version)
      throw new Problem("conflict", { message: "Diese Aufgabe wurde inzwischen geändert. Bitte neu laden." });
    const { checklist, text, assigneeUserId, assigneeGroup, dueOn, recurrence, title } = changes;
    const values: Partial<StoredTask> = {
      ...(title !== undefined && { title }),
      ...(text !== undefined && { text: text || null }),
      ...(checklist && { checklistJson: JSON.stringify(withIds(checklist)) }),
    };
    if (dueOn !== undefined || recurrence !== undefined) Object.assign(values, changedDates(before, changes, ctx));
    const assignment = {
      assigneeUserId: assigneeUserId === undefined ? before.assigneeUserId : assigneeUserId,
      assigneeGroup: assigneeGroup === undefined ? before.assigneeGroup : assigneeGroup,
    };
    const isGiven =
      assignment.assigneeUserId !== before.assigneeUserId || assignment.assigneeGroup !== before.assigneeGroup;
    if (isGiven) await refuseAssignment(tx, assignment, targetOf(before));
    const written = await write(tx, before, { ...values, ...assignment });
    await recordChange(tx, "task.updated", before, { ...values, ...assignment }, written.version);
    const after = { ...before, ...values, ...assignment };
    if (isGiven) await tellAssigned(tx, ctx.person.name, { ...after, target: targetOf(before) });
    return written;
  });
}

function changedDates(before: StoredTask, changes: Partial<Dates> | z.output<typeof contract.updateTask>, ctx: Ctx) {
  const dueOn = changes.dueOn === undefined ? before.dueOn : changes.dueOn;
  const recurrence = changes.recurrence === undefined ? before.recurrence : changes.recurrence;
  return datesOf({ dueOn: dueOn ?? null, recurrence: recurrence ?? null }, portalDate(ctx.now()));
}

/** „Zuweisen“: to a person, a group or nobody. */
export async function assignTask(
  ctx: Ctx,
  { id, ...assignment }: z.output<typeof contract.assignTask>,
): Promise<WrittenTask> {
  return transact(ctx, async (tx) => {
    const { written, given } = await assignTaskIn(tx, ctx, { id, ...assignment });
    if (given) await tellAssigned(tx, ctx.person.name, { ...given, target: targetOf(given) });
    return written;
  });
}

/** The same within a transaction that does more, and tells nobody; `given` is the task where it went to somebody else. */
export async function assignTaskIn(
  tx: Tx,
  ctx: Ctx,
  { id, ...assignment }: z.output<typeof contract.assignTask>,
): Promise<{ written: WrittenTask; given?: StoredTask }> {
  const before = await findTask(tx.db, ctx.person, id);
  if (before.assigneeUserId === assignment.assigneeUserId && before.assigneeGroup === assignment.assigneeGroup)
    return { written: { id, version: before.version } };
  await refuseAssignment(tx, assignment, targetOf(before));
  const written = await write(tx, before, assignment);
  await recordChange(tx, "task.assigned", before, assignment, written.version);
  return { written, given: { ...before, ...assignment } };
}

/** „Später“: out of sight until a day; null brings it back at once. Whoever took care of it does no more. */
export async function snoozeTask(ctx: Ctx, { id, until }: z.output<typeof contract.snoozeTask>): Promise<WrittenTask> {
  return transact(ctx, async (tx) => {
    const before = await findTask(tx.db, ctx.person, id);
    refuseDone(before);
    if (until !== null && until <= portalDate(ctx.now()))
      throw invalidField("until", "Später: Bitte einen Tag nach heute wählen.");
    if (before.snoozedUntil === until) return { id, version: before.version };
    const written = await write(tx, before, { snoozedUntil: until });
    await recordChange(tx, "task.snoozed", before, { snoozedUntil: until }, written.version);
    if (until !== null) await endClaimIn(tx, { type: "task", id });
    return written;
  });
}

/** Ticks a point of the check list, or takes the tick away; others may do so with other points at the same time. */
export async function checkItem(
  ctx: Ctx,
  { id, itemId, isDone }: z.output<typeof contract.checkTaskItem>,
): Promise<WrittenTask> {
  return transact(ctx, async (tx) => {
    const before = await findTask(tx.db, ctx.person, id);
    refuseDone(before);
    const items = parseOwnJson<ChecklistItem[]>(before.checklistJson);
    if (!items.some((item) => item.id === itemId)) throw notFound();
    const ticked = items.map((item) => (item.id === itemId ? { ...item, isDone } : item));
    const values = { checklistJson: JSON.stringify(ticked) };
    const written = await write(tx, before, values);
    await recordChange(tx, "task.updated", before, values, written.version);
    return written;
  });
}

/** Deletes a task for good: its author, and who looks after the portal. */
export async function deleteTask(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const task = await findTask(tx.db, ctx.person, id);
    if (!mayDelete(ctx.person, task))
      throw forbidden("Löschen kann nur, wer die Aufgabe angelegt hat, oder ein Betreuer.");
    await removeTask(tx, task);
    return { id };
  });
}

export const mayDelete = (person: Ctx["person"], { createdById }: Pick<StoredTask, "createdById">) =>
  hasAbility(person.role, "manageTasks") || (createdById === person.id && hasAbility(person.role, "writeTasks"));

/** Removes a task with what hangs on it. */
export async function removeTask(tx: Tx, { id, title }: Pick<StoredTask, "id" | "title">): Promise<void> {
  await endClaimIn(tx, { type: "task", id });
  await tx.db.deleteFrom("tasks").where("id", "=", id).execute();
  await tx.record({ kind: "task.deleted", subject: { type: "task", id }, before: { title } });
  tx.signal({ event: "tasksChanged", payload: { tasks: { ids: [] } } });
}

export function refuseDone({ state }: Pick<StoredTask, "state">): void {
  if (state === "done") throw new Problem("precondition", { message: "Diese Aufgabe ist schon erledigt." });
}

/** Writes over what was read in this transaction. */
export async function write(tx: Tx, before: StoredTask, values: Partial<StoredTask>): Promise<WrittenTask> {
  const version = before.version + 1;
  await tx.db
    .updateTable("tasks")
    .set({ ...values, version, updatedAt: tx.now().toISOString() })
    .where("id", "=", before.id)
    .execute();
  signalTasks(tx, [before.id]);
  return { id: before.id, version };
}

/** Keeps what is different now. */
export async function recordChange(
  tx: Tx,
  kind: "task.updated" | "task.assigned" | "task.snoozed" | "task.completed" | "task.reopened",
  before: StoredTask,
  values: Partial<StoredTask>,
  version: number,
): Promise<void> {
  const names = keysOf(values).filter((name) => before[name] !== values[name]);
  await tx.record({
    kind,
    subject: { type: "task", id: before.id },
    version,
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, values[name]])),
  });
}

export function signalTasks(tx: Tx, ids: string[]): void {
  tx.signal({ event: "tasksChanged", payload: { tasks: { ids } } });
}
