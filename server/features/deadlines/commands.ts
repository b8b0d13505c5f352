import type { z } from "zod";
import type { ChangeKind } from "../../../contract/changes/changes.ts";
import type { DeadlineAction, DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type * as contract from "../../../contract/deadlines/deadlines-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { hasTerm } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { activeUsers } from "../../db/active-users.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn } from "../claims/claims.ts";
import { decide } from "../terms/commands.ts";
import { deriveDeadlines } from "./derive.ts";
import { readDeadline } from "./queries.ts";
import { deleteRow, insertRow, type KeptDeadline, removeSnoozes, updateRow } from "./write-rows.ts";

/** „Erledigt“: closes a deadline by hand; it stays closed as long as its record says the same day. */
export async function complete(
  ctx: PersonContext,
  { id, reason }: z.output<typeof contract.completeDeadline>,
): Promise<DeadlineRow> {
  return change(ctx, { id, action: "complete", kind: "deadline.completed" }, async (tx, row) => {
    await endClaimIn(tx, { type: "deadline", id });
    const closed = { closedAt: tx.now().toISOString(), closedById: ctx.person.id, closedByHand: 1 };
    return { ...row, state: "done", ...closed, reason: reason || null };
  });
}

/** Takes „Erledigt“ back. */
export async function reopen(ctx: PersonContext, { id }: { id: string }): Promise<DeadlineRow> {
  return change(ctx, { id, action: "reopen", kind: "deadline.reopened" }, async (tx, row) => {
    const other = await tx.db
      .selectFrom("deadlines")
      .select("id")
      .where("kind", "=", row.kind)
      .where("targetType", "=", row.targetType)
      .where("targetId", "=", row.targetId)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (other && row.kind !== "custom")
      throw new Problem("precondition", { message: "Inzwischen läuft hier schon die nächste Frist." });
    return { ...row, state: "open", closedAt: null, closedById: null, closedByHand: 0, reason: null };
  });
}

/** Gives a deadline to somebody; null leaves it to whoever the record names. */
export async function assign(
  ctx: PersonContext,
  { id, userId }: z.output<typeof contract.assignDeadline>,
): Promise<DeadlineRow> {
  return change(ctx, { id, action: "assign", kind: "deadline.assigned" }, async (tx, row) => {
    if (userId) await refuseUnknown(tx, userId, "userId");
    return { ...row, responsibleUserId: userId, assignedById: userId ? ctx.person.id : null };
  });
}

/** Says when the people concerned hear of it, now and in the terms that follow. */
export async function setLeads(
  ctx: PersonContext,
  { id, leadDays }: z.output<typeof contract.setDeadlineLeads>,
): Promise<DeadlineRow> {
  return change(ctx, { id, action: "setLeads", kind: "deadline.updated" }, async (_tx, row) => ({
    ...row,
    leadDaysJson: leadDays && JSON.stringify(leadDays),
  }));
}

/** „Später“: puts a deadline away until a day, for the person alone; null brings it back. */
export async function snooze(
  ctx: PersonContext,
  { id, until }: z.output<typeof contract.snoozeDeadline>,
): Promise<DeadlineRow> {
  const deadline = await readDeadline(ctx, id);
  refuseWithout(deadline, "snooze");
  const key = { userId: ctx.person.id, deadlineId: id };
  if (until === null)
    await ctx.db.deleteFrom("deadlineSnoozes").where("userId", "=", key.userId).where("deadlineId", "=", id).execute();
  else {
    const today = portalDate(ctx.now());
    if (until <= today) throw invalidField("until", "Später: Der Tag liegt nicht in der Zukunft.");
    const lastDay = [deadline.cancelBy, deadline.dueOn].find((day) => day !== null && day >= today);
    if (lastDay && until > lastDay) throw invalidField("until", "Später: Der Tag liegt nach der Frist.");
    await transact(ctx, async (tx) => {
      await tx.db
        .insertInto("deadlineSnoozes")
        .values({ ...key, until })
        .onConflict((conflict) => conflict.columns(["userId", "deadlineId"]).doUpdateSet({ until }))
        .execute();
      // Whoever puts it off does not take care of it meanwhile; what somebody else does about it goes on.
      if (deadline.claim?.user.id === ctx.person.id) await endClaimIn(tx, { type: "deadline", id });
    });
  }
  return readDeadline(ctx, id);
}

/** Decides about the term that a deadline follows from: behalten, kündigen, abgeben, or open again. */
export async function decideDeadline(
  ctx: PersonContext,
  { id, version, ...decision }: z.output<typeof contract.decideDeadline>,
): Promise<DeadlineRow> {
  const { target, targetVersion } = await readDeadline(ctx, id);
  const type = target?.type;
  if (!target || !type || type === "task" || !hasTerm(type))
    throw new Problem("precondition", { message: "Hier gibt es nichts zu entscheiden." });
  const seen = version ?? targetVersion ?? undefined;
  await decide(ctx, { type, id: target.id, ...decision, ...(seen !== undefined && { version: seen }) });
  return readDeadline(ctx, id);
}

/** Adds a date of one's own, to a record or to none; sent twice under one `creationId`, it is there once. */
export async function createDeadline(
  ctx: PersonContext,
  { targetType, targetId, creationId, ...own }: z.output<typeof contract.createDeadline>,
): Promise<DeadlineRow> {
  const id = await transact(ctx, async (tx) => {
    const known = creationId && (await findCreated(tx, ctx, creationId));
    if (known) return known;
    const target = targetType && targetId ? { type: targetType, id: targetId } : undefined;
    if (target && !(await isReadable(tx.db, target, ctx.person))) throw notFound();
    if (own.responsibleUserId) await refuseUnknown(tx, own.responsibleUserId, "responsibleUserId");
    const made = newId();
    // A date of nothing else is a note to oneself, unless somebody is named.
    const responsibleUserId = own.responsibleUserId ?? (target ? null : ctx.person.id);
    await insertRow(tx.db, { ...emptyRow(tx, made), ...ownColumns(own), responsibleUserId, ...assigned(ctx, own) });
    if (target) {
      await tx.db
        .updateTable("deadlines")
        .set({ targetType: target.type, targetId: target.id })
        .where("id", "=", made)
        .execute();
      await deriveDeadlines(tx, target.type, [target.id]);
    }
    if (creationId) await noteCreation(tx, ctx, { type: "deadline", creationId, id: made });
    await tx.record({ kind: "deadline.created", subject: { type: "deadline", id: made }, after: { title: own.label } });
    signalDeadlines(tx);
    return made;
  });
  return readDeadline(ctx, id);
}

/** Changes a date of one's own that nobody else has changed since the person saw it. */
export async function updateDeadline(
  ctx: PersonContext,
  { id, version, ...own }: z.output<typeof contract.updateDeadline>,
): Promise<DeadlineRow> {
  return change(ctx, { id, action: "edit", kind: "deadline.updated" }, async (tx, row) => {
    if (row.version !== version)
      throw new Problem("conflict", { message: "Dieser Termin wurde inzwischen geändert. Bitte neu laden." });
    if (own.responsibleUserId) await refuseUnknown(tx, own.responsibleUserId, "responsibleUserId");
    if (own.dueOn && own.dueOn !== row.dueOn) await removeSnoozes(tx.db, id);
    const people = own.responsibleUserId === undefined ? {} : { responsibleUserId: own.responsibleUserId };
    return { ...row, ...ownColumns(own), ...people, ...assigned(ctx, own) };
  });
}

/** Deletes a date of one's own for good. */
export async function deleteDeadline(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  refuseWithout(await readDeadline(ctx, id), "delete");
  return transact(ctx, async (tx) => {
    await endClaimIn(tx, { type: "deadline", id });
    const { label, targetType, targetId } = await readKeptRow(tx, id);
    await deleteRow(tx.db, id);
    // Nothing else tells later whose date it was.
    const subject =
      isOneOf(recordTypes, targetType) && targetId
        ? { type: targetType, id: targetId }
        : { type: "deadline" as const, id };
    await tx.record({
      kind: "deadline.deleted",
      subject,
      before: { title: label },
      wasRestricted: targetType === "page",
    });
    signalDeadlines(tx);
    return { id };
  });
}

interface Step {
  id: string;
  action: DeadlineAction;
  kind: ChangeKind;
}

async function change(
  ctx: PersonContext,
  { id, action, kind }: Step,
  make: (tx: Tx, row: KeptDeadline) => Promise<KeptDeadline>,
): Promise<DeadlineRow> {
  refuseWithout(await readDeadline(ctx, id), action);
  await transact(ctx, async (tx) => {
    const before = await readKeptRow(tx, id);
    const after = await make(tx, before);
    await updateRow(tx.db, { ...after, version: before.version + 1, updatedAt: tx.now().toISOString() });
    const title = after.label ?? after.title;
    await tx.record({ kind, subject: { type: "deadline", id }, version: before.version + 1, after: { title } });
    // Whom the record names comes back where nobody is named any more.
    if (after.targetType && after.targetId) await deriveDeadlines(tx, after.targetType, [after.targetId]);
    signalDeadlines(tx);
  });
  return readDeadline(ctx, id);
}

async function readKeptRow(tx: Tx, id: string): Promise<KeptDeadline> {
  const row = await tx.db.selectFrom("deadlines").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function refuseWithout({ actions, state }: DeadlineRow, action: DeadlineAction): void {
  if (actions.includes(action)) return;
  if (state !== "open" && action !== "edit" && action !== "delete")
    throw new Problem("precondition", { message: "Diese Frist ist schon vorbei." });
  throw forbidden();
}

async function refuseUnknown(tx: Tx, userId: string, field: string): Promise<void> {
  const found = await activeUsers(tx.db).select("id").where("id", "=", userId).executeTakeFirst();
  if (!found) throw invalidField(field, "Zuständig: Diese Person gibt es hier nicht.");
}

async function findCreated(tx: Tx, { person }: PersonContext, creationId: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom("creations")
    .innerJoin("deadlines", "deadlines.id", "creations.recordId")
    .select("deadlines.id")
    .where("userId", "=", person.id)
    .where("creationId", "=", creationId)
    .where("recordType", "=", "deadline")
    .executeTakeFirst();
  return row?.id;
}

interface Own {
  label?: string | undefined;
  dueOn?: string | undefined;
  note?: string | null | undefined;
  leadDays?: number[] | null | undefined;
}

const ownColumns = ({ label, dueOn, note, leadDays }: Own): Partial<KeptDeadline> => ({
  ...(label !== undefined && { label }),
  ...(dueOn !== undefined && { dueOn }),
  ...(note !== undefined && { note: note || null }),
  ...(leadDays !== undefined && { leadDaysJson: leadDays && JSON.stringify(leadDays) }),
});

const assigned = (
  { person }: PersonContext,
  { responsibleUserId }: { responsibleUserId?: string | null | undefined },
) => (responsibleUserId === undefined ? {} : { assignedById: responsibleUserId ? person.id : null });

function emptyRow(tx: Tx, id: string): KeptDeadline {
  const at = tx.now().toISOString();
  return {
    ...{ id, kind: "custom", targetType: null, targetId: null, title: null, label: null, note: null },
    ...{ customerId: null, responsibleUserId: null, concernedUserId: null, assignedById: null, dueOn: "" },
    ...{ cancelBy: null, asksUntil: null, amountCents: null, direction: null, source: "manual", certainty: "certain" },
    ...{ quiet: 0, archived: 0, state: "open", closedAt: null, closedById: null, closedByHand: 0, reason: null },
    ...{ leadDaysJson: null, version: 1, createdAt: at, createdById: tx.actorId ?? null, updatedAt: at },
  };
}

/** Has everybody who looks at deadlines read them anew; who may see which is for their queries to decide. */
function signalDeadlines(tx: Tx): void {
  tx.signal({ event: "deadlinesChanged", payload: { deadlines: {} } });
}
