import { sql } from "kysely";
import type { z } from "zod";
import type { ChangeKind } from "../../../contract/changes/changes.ts";
import type { DeadlineAction, DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type * as contract from "../../../contract/deadlines/deadlines-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { hasTerm } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { activeUsers } from "../../db/active-users.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn } from "../claims/claims.ts";
import { decide, refuseUnversioned } from "../terms/commands.ts";
import { deriveDeadlines } from "./derive.ts";
import { readDeadline } from "./queries.ts";
import { type KeptDeadline, updateRow } from "./write-rows.ts";

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
      .where("state", "=", sql.lit("open"))
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
    if (userId) await refuseAssignee(tx, { userId, field: "userId" }, row);
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
  const { kind, target, targetVersion, state, dueOn } = await readDeadline(ctx, id);
  const type = target?.type;
  if (!target || !type || type === "task" || !hasTerm(type))
    throw new Problem("precondition", { message: "Hier gibt es nichts zu entscheiden." });
  if (state !== "open" && (await hasLater(ctx, { kind, targetId: target.id, dueOn })))
    throw new Problem("precondition", { message: "Inzwischen läuft hier schon die nächste Frist." });
  // Whoever changes what is decided already says that they have seen it, as on the record itself.
  if (state !== "open") refuseUnversioned(ctx, version);
  const seen = version ?? targetVersion ?? undefined;
  await decide(ctx, { type, id: target.id, ...decision, ...(seen !== undefined && { version: seen }) });
  return readDeadline(ctx, id);
}

/** Whether something has a later deadline of the kind: then a decision would be one about the next term. */
async function hasLater(
  { db }: PersonContext,
  { kind, targetId, dueOn }: { kind: string; targetId: string; dueOn: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from deadlines
    where target_id = ${targetId} and kind = ${kind} and due_on > ${dueOn} limit 1`.execute(db);
  return rows.length > 0;
}

interface Step {
  id: string;
  action: DeadlineAction;
  kind: ChangeKind;
}

/** Changes a deadline that still lets the person do this when it is written, whoever has just changed it. */
export async function change(
  ctx: PersonContext,
  { id, action, kind }: Step,
  make: (tx: Tx, row: KeptDeadline) => Promise<KeptDeadline>,
): Promise<DeadlineRow> {
  await transact(ctx, async (tx) => {
    refuseWithout(await readDeadline({ ...ctx, db: tx.db }, id), action);
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

/** A deadline as it is kept. Throws not_found. */
export async function readKeptRow(tx: Tx, id: string): Promise<KeptDeadline> {
  const row = await tx.db.selectFrom("deadlines").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Refuses what the person cannot do about a deadline as it is now. */
export function refuseWithout({ actions, state }: DeadlineRow, action: DeadlineAction): void {
  if (actions.includes(action)) return;
  if (state !== "open" && action !== "edit" && action !== "delete")
    throw new Problem("precondition", { message: "Diese Frist ist schon vorbei." });
  throw forbidden();
}

/** Refuses to give a deadline to somebody who is not here, or may not read what it is about. */
export async function refuseAssignee(
  tx: Tx,
  { userId, field }: { userId: string; field: string },
  { targetType: type, targetId: id }: Pick<KeptDeadline, "targetType" | "targetId">,
): Promise<void> {
  const found = await activeUsers(tx.db).select(["id", "name", "role"]).where("id", "=", userId).executeTakeFirst();
  if (!found) throw invalidField(field, "Zuständig: Diese Person gibt es hier nicht.");
  if (isOneOf(recordTypes, type) && id && !(await isReadable(tx.db, { type, id }, found)))
    throw invalidField(field, `Zuständig: ${found.name} darf nicht sehen, worum es geht.`);
}

/** Has everybody who looks at deadlines read them anew; who may see which is for their queries to decide. */
export function signalDeadlines(tx: Tx): void {
  tx.signal({ event: "deadlinesChanged", payload: { deadlines: {} } });
}
