import { type DeadlineKind, daysBetween } from "../../../contract/deadlines/deadlines.ts";
import type { ClosedState } from "../../../contract/deadlines/rule.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { newId } from "../../db/new-id.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { isOpen } from "../../records/readable.ts";
import { endClaimIn, shortenClaimIn } from "../claims/claims.ts";
import { isRenewal } from "../terms/origin.ts";
import { type Derived, deadlineSources, sourceOf, type Target } from "./sources.ts";
import { deleteRow, insertRow, type KeptDeadline, readKept, removeSnoozes, updateRow } from "./write-rows.ts";

type Facts = Pick<KeptDeadline, "title" | "customerId" | "archived">;
type Columns = Partial<Omit<KeptDeadline, "id">>;

/**
 * Brings the deadlines of whatever a transaction has changed in line with it, right before its commit; registered in
 * server/features/register.ts. Work on several records at once costs a statement for each type, not for each record.
 */
export async function followChanges(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const changed = new Map<string, Set<string>>();
  const add = (type: string, ids: Iterable<string>) => {
    const known = changed.get(type) ?? new Set();
    for (const id of ids) known.add(id);
    changed.set(type, known);
  };
  for (const { subject } of changes) add(subject.type, [subject.id]);
  for (const { targetType, follows = {} } of deadlineSources())
    for (const [type, targetsOf] of Object.entries(follows)) {
      const ids = changed.get(type);
      if (ids) add(targetType, await targetsOf(tx.db, [...ids]));
    }
  for (const [type, ids] of changed) await deriveDeadlines(tx, type, [...ids]);
}

/**
 * Derives the deadlines of some targets of a type anew and writes what differs, within the transaction of their change.
 * Returns how many rows differed.
 */
export async function deriveDeadlines(tx: Tx, targetType: string, ids: readonly string[]): Promise<number> {
  const source = sourceOf(targetType);
  if (!source || ids.length === 0) return 0;
  const kept = Map.groupBy(await readKept(tx.db, targetType, ids), (row) => row.targetId ?? "");
  if (source.kinds.length === 0 && kept.size === 0) return 0;
  const today = portalDate(tx.now());
  const targets = new Map((await source.read(tx.db, ids, today)).map((target) => [target.id, target]));
  let differing = 0;
  for (const id of ids) {
    const writer = openWriter(tx, targetType, isRenewal(tx, { type: targetType, id }));
    const target = targets.get(id);
    const rows = kept.get(id) ?? [];
    if (!target) for (const row of rows) await writer.remove(row);
    else await bringInLine(writer, { target, rows, kinds: source.kinds, today });
    differing += writer.count();
  }
  return differing;
}

interface Work {
  target: Target;
  rows: readonly KeptDeadline[];
  kinds: readonly DeadlineKind[];
  today: string;
}

async function bringInLine(writer: Writer, { target, rows, kinds, today }: Work): Promise<void> {
  const { title, customerId, isArchived } = target;
  const facts: Facts = { title, customerId, archived: isArchived ? 1 : 0 };
  for (const row of rows) {
    const isOwn = row.state === "open" && !kinds.includes(row.kind) && row.assignedById === null;
    const people = { responsibleUserId: target.responsibleUserId, concernedUserId: target.concernedUserId };
    await writer.write(row, { ...facts, ...(isOwn && people) });
  }
  for (const kind of kinds) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const open = ofKind.find((row) => row.state === "open");
    const derived = target.deadlines.find((one) => one.kind === kind);
    if (derived) await bringKindInLine(writer, { derived, open, closed: ofKind, facts, target, today });
    else if (open && target.closed[kind]) await writer.close(open, target.closed[kind]);
    else if (open) await writer.remove(open);
  }
}

interface KindWork {
  derived: Derived;
  open: KeptDeadline | undefined;
  closed: readonly KeptDeadline[];
  facts: Facts;
  target: Target;
  today: string;
}

async function bringKindInLine(writer: Writer, { derived, open, closed, facts, target, today }: KindWork) {
  const isOver = derived.asksUntil !== null && derived.asksUntil < today;
  const columns = columnsOf(derived);
  const same = closed.find((row) => row.state !== "open" && row.dueOn === derived.dueOn);
  const current = await currentOf(writer, { derived, open, same });
  if (current) {
    await writer.write(current, withoutAssigned(current, columns));
    if (isOver) await writer.close(current, "done", null);
  } else if (!same) await writer.add({ ...columns, ...facts, targetId: target.id, state: isOver ? "done" : "open" });
  // What a person has closed here stays closed as long as its day is the same.
  else if (!same.closedByHand && !isOver) {
    await writer.write(same, withoutAssigned(same, columns));
    await writer.reopen(same);
  }
}

/** The open deadline, unless it ends because the next one begins, or because its day is that of one before it. */
async function currentOf(
  writer: Writer,
  { derived, open, same }: Pick<KindWork, "derived" | "open"> & { same: KeptDeadline | undefined },
): Promise<KeptDeadline | undefined> {
  if (!open || open.dueOn === derived.dueOn) return open;
  const ended = writer.movedAs(open, derived);
  if (ended) await writer.close(open, ended);
  else if (same) await writer.remove(open);
  return ended || same ? undefined : open;
}

function withoutAssigned({ assignedById }: KeptDeadline, columns: ReturnType<typeof columnsOf>): Columns {
  const { responsibleUserId, ...others } = columns;
  return assignedById === null ? columns : others;
}

function columnsOf({ movesOn: _, isQuiet, label, ...derived }: Derived) {
  return { ...derived, label: label ?? null, quiet: isQuiet ? 1 : 0 };
}

/** When people wanted to hear of the one before it: a record keeps that from term to term. */
async function leadsBefore(
  tx: Tx,
  { kind, targetType, targetId }: Pick<KeptDeadline, "kind" | "targetType" | "targetId">,
) {
  const before = await tx.db
    .selectFrom("deadlines")
    .select("leadDaysJson")
    .where("targetType", "=", targetType)
    .where("targetId", "=", targetId)
    .where("kind", "=", kind)
    .orderBy("dueOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.leadDaysJson ?? null;
}

type Writer = ReturnType<typeof openWriter>;
type NewRow = ReturnType<typeof columnsOf> & Facts & { targetId: string; state: "open" | "done" };

/** Writes what differs, tells those who follow deadlines, and counts. */
function openWriter(tx: Tx, targetType: string, isRenewed: boolean) {
  const at = tx.now().toISOString();
  let count = 0;
  // Of what is gone, nobody can be asked who might have read it.
  const wasRestricted = !isOneOf(recordTypes, targetType) || !isOpen(targetType);
  const tell = (verb: "created" | "updated" | "deleted", id: string) => {
    count += 1;
    const gone = verb === "deleted" && wasRestricted;
    tx.announce({ kind: `deadline.${verb}`, subject: { type: "deadline", id }, wasRestricted: gone });
  };
  const store = async (row: KeptDeadline, columns: Columns) => {
    Object.assign(row, columns, { version: row.version + 1, updatedAt: at });
    await updateRow(tx.db, row);
  };
  const change = async (row: KeptDeadline, columns: Columns) => {
    await store(row, columns);
    tell("updated", row.id);
  };
  return {
    count: () => count,
    /** How a deadline ends whose date has moved; undefined where it was only corrected. */
    movedAs(row: KeptDeadline, { dueOn, movesOn }: Derived): ClosedState | undefined {
      if (dueOn <= row.dueOn || !movesOn) return undefined;
      const isNext = (isRenewed && movesOn.as === "renewed") || daysBetween(row.dueOn, dueOn) >= movesOn.days;
      return isNext ? movesOn.as : undefined;
    },
    async write(row: KeptDeadline, columns: Columns) {
      const known: Readonly<Record<string, unknown>> = { ...row };
      const differing = Object.entries(columns).filter(([name, value]) => known[name] !== value);
      if (differing.length === 0) return;
      // Who has put it away did so for another day.
      if (columns.dueOn && columns.dueOn !== row.dueOn) await removeSnoozes(tx.db, row.id);
      await change(row, columns);
      if (differing.some(([name]) => name === "dueOn" || name === "cancelBy"))
        await shortenClaimIn(tx, { type: "deadline", id: row.id }, row.cancelBy ?? row.dueOn);
      // Whether anybody is warned may change with the day alone: that is no fault.
      if (differing.every(([name]) => name === "quiet")) count -= 1;
    },
    async close(row: KeptDeadline, state: ClosedState, closedById = tx.actorId ?? null) {
      await endClaimIn(tx, { type: "deadline", id: row.id });
      const closed = { state, closedAt: at, closedById };
      if (state !== "renewed") return change(row, closed);
      await store(row, closed);
      count += 1;
      const { id, version, label, title } = row;
      const subject = { type: "deadline", id } as const;
      await tx.record({ kind: "deadline.renewed", subject, version, after: { title: label ?? title } });
    },
    reopen: (row: KeptDeadline) =>
      change(row, { state: "open", closedAt: null, closedById: null, closedByHand: 0, reason: null }),
    async add(row: NewRow) {
      const id = newId();
      const isOver = row.state === "done";
      const none = { note: null, assignedById: null, closedById: null, reason: null };
      const leadDaysJson = await leadsBefore(tx, { ...row, targetType });
      const closedAt = isOver ? addDays(row.asksUntil ?? row.dueOn, 1) : null;
      const meta = { id, targetType, version: 1, createdAt: at, updatedAt: at, createdById: null, closedByHand: 0 };
      await insertRow(tx.db, {
        ...row,
        ...none,
        ...meta,
        leadDaysJson,
        closedAt: closedAt && `${closedAt}T00:00:00.000Z`,
      });
      if (!isOver) tell("created", id);
      else count += 1;
    },
    async remove(row: KeptDeadline) {
      await endClaimIn(tx, { type: "deadline", id: row.id });
      await deleteRow(tx.db, row.id);
      tell("deleted", row.id);
    },
  };
}
