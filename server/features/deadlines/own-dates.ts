import type { z } from "zod";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type * as contract from "../../../contract/deadlines/deadlines-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { type RecordKey, recordTypes } from "../../../contract/records/record-types.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { archived, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import { isReadable } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn, shortenClaimIn } from "../claims/claims.ts";
import { change, readKeptRow, refuseAssignee, refuseWithout, signalDeadlines } from "./commands.ts";
import { deriveDeadlines } from "./derive.ts";
import { readDeadline } from "./queries.ts";
import { deleteRow, insertRow, type KeptDeadline, removeSnoozes } from "./write-rows.ts";

/** Adds a date of one's own, to a record or to none; sent twice under one `creationId`, it is there once. */
export async function createDeadline(
  ctx: PersonContext,
  { targetType, targetId, creationId, ...own }: z.output<typeof contract.createDeadline>,
): Promise<DeadlineRow> {
  const id = await transact(ctx, async (tx) => {
    const known = creationId && (await findCreated(tx, ctx, creationId));
    if (known) return known;
    const target = targetType && targetId ? { type: targetType, id: targetId } : undefined;
    if (target) await refuseTarget(tx, ctx, target);
    if (own.responsibleUserId) await refuseResponsible(tx, own.responsibleUserId, { targetType, targetId });
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
    if (own.responsibleUserId) await refuseResponsible(tx, own.responsibleUserId, row);
    if (own.dueOn && own.dueOn !== row.dueOn) {
      await removeSnoozes(tx.db, id);
      await shortenClaimIn(tx, { type: "deadline", id }, own.dueOn);
    }
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

/** Refuses what the person may not read, and what is archived: a date of that would be seen by nobody. */
async function refuseTarget(tx: Tx, { person }: PersonContext, target: RecordKey): Promise<void> {
  if (!(await isReadable(tx.db, target, person))) throw notFound();
  const row = await dynamic(tx.db)
    .selectFrom(tableOf(target.type))
    .select("archivedAt")
    .where("id", "=", target.id)
    .executeTakeFirst();
  if (row?.archivedAt) throw archived();
}

const refuseResponsible = (tx: Tx, userId: string, about: Partial<Pick<KeptDeadline, "targetType" | "targetId">>) =>
  refuseAssignee(
    tx,
    { userId, field: "responsibleUserId" },
    { targetType: about.targetType ?? null, targetId: about.targetId ?? null },
  );

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
    id,
    kind: "custom",
    targetType: null,
    targetId: null,
    title: null,
    label: null,
    note: null,
    customerId: null,
    responsibleUserId: null,
    concernedUserId: null,
    assignedById: null,
    dueOn: "",
    cancelBy: null,
    asksUntil: null,
    amountCents: null,
    direction: null,
    source: "manual",
    certainty: "certain",
    quiet: 0,
    archived: 0,
    state: "open",
    closedAt: null,
    closedById: null,
    closedByHand: 0,
    reason: null,
    leadDaysJson: null,
    version: 1,
    createdAt: at,
    createdById: tx.actorId ?? null,
    updatedAt: at,
  };
}
