import { ownerOf } from "../../../contract/files/attachments.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { releaseAuditValues } from "../../db/audit-values.ts";
import type { Tx } from "../../db/transact.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { recordStores } from "../../records/registry.ts";
import { hasColumn } from "../../records/store.ts";
import { indexRecord } from "../../search/index-record.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";

interface Named {
  id: string;
  title: string;
}

/** Between which records something moves, and who moves it. */
export interface Move {
  tx: Tx;
  ctx: RecordContext;
  type: RecordType;
  from: Named;
  to: Named;
}

/** The records that name another one in a field. */
export interface MovedReferences {
  type: RecordType;
  field: string;
  ids: string[];
}

/** All that hung on the merged record and hangs on the other one now. */
export interface Belongings {
  references: MovedReferences[];
  files: string[];
  chats: string[];
  /** Absent in merges from before there were tasks. */
  tasks?: string[];
  /** Dates of its own, and those of its fields that are over; absent in merges from before there were deadlines. */
  deadlines?: string[];
  movements: { from: string[]; to: string[] };
  changes: { id: string; version: number | null }[];
}

/** The fields of all types by which records of a type are named. */
function referencesTo(type: RecordType): { type: RecordType; field: string; table: string }[] {
  return recordTypes.flatMap((other) => {
    const store = recordStores()[other];
    return Object.entries(store.declaration.fields).flatMap(([field, definition]) =>
      definition.kind === "relation" && definition.to === type && hasColumn(store, field)
        ? [{ type: other, field, table: store.table }]
        : [],
    );
  });
}

/** Moves everything that hangs on a record to another one, and tells what it was. */
export async function moveBelongings(move: Move): Promise<Belongings> {
  const { tx, type, from } = move;
  const references: MovedReferences[] = [];
  for (const { type: other, field, table } of referencesTo(type)) {
    const rows = await dynamic(tx.db).selectFrom(table).select("id").where(field, "=", from.id).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) continue;
    await moveReferences(move, { type: other, field, ids });
    references.push({ type: other, field, ids });
  }
  const files = await tx.db
    .selectFrom("files")
    .select("key")
    .where("owner", "=", ownerOf({ type, id: from.id }))
    .execute();
  const changes = await tx.db
    .selectFrom("changes")
    .select(["id", "version"])
    .where("subjectType", "=", type)
    .where("subjectId", "=", from.id)
    .execute();
  const belongings: Belongings = {
    references,
    files: files.map(({ key }) => key),
    chats: await idsAbout(move, "chats"),
    tasks: await idsAbout(move, "tasks"),
    deadlines: await keptDeadlinesOf(move),
    movements: { from: await movementsOf(move, "from"), to: await movementsOf(move, "to") },
    changes,
  };
  await moveFiles(move, belongings.files);
  await moveAbout(move, "chats", belongings.chats);
  await moveAbout(move, "tasks", belongings.tasks ?? []);
  await moveDeadlines(move, belongings.deadlines ?? []);
  for (const side of ["from", "to"] as const) await moveMovements(move, side, belongings.movements[side]);
  // Links that were mailed and feeds that are subscribed to go on with the survivor, also when the records are parted again.
  if (type === "customer")
    for (const table of ["customerQuestions", "holderConfirmations", "calendarFeeds", "statusPages"] as const)
      await tx.db.updateTable(table).set({ customerId: move.to.id }).where("customerId", "=", from.id).execute();
  await releaseAuditValues(tx, { subjectType: type, subjectId: from.id });
  // Versions are those of a record; a later write of the other one must not be compared with them.
  await tx.db
    .updateTable("changes")
    .set({ subjectId: move.to.id, version: null })
    .where("subjectType", "=", type)
    .where("subjectId", "=", from.id)
    .execute();
  return belongings;
}

/** Makes records that name the one name the other; each gets a version and a line of history. Returns those that did. */
export async function moveReferences(
  { tx, ctx, from, to }: Move,
  { type, field, ids }: MovedReferences,
): Promise<Set<string>> {
  const at = ctx.now().toISOString();
  const rows = await dynamic(tx.db)
    .updateTable(recordStores()[type].table)
    .set((eb) => ({ [field]: to.id, version: eb("version", "+", 1), updatedAt: at, updatedById: ctx.person.id }))
    .where("id", "in", idsIn(JSON.stringify(ids)))
    .where(field, "=", from.id)
    .returning(["id", "version"])
    .execute();
  const label = ({ id, title }: Named) => ({ [field]: { id, label: title } });
  for (const row of rows) {
    const id = row.id;
    const change = { version: row.version, before: label(from), after: label(to) };
    await tx.record({ kind: `${type}.updated`, subject: { type, id }, ...change });
    tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type, id }));
  }
  signalChanged(
    tx,
    type,
    rows.map(({ id }) => id),
  );
  return new Set(rows.map(({ id }) => id));
}

const maxNamed = 100;

/** Tells open pages that records have changed; of very many, only that some have. */
export function signalChanged(tx: Tx, type: RecordType, ids: readonly string[]): void {
  if (ids.length === 0) return;
  tx.signal({ event: "recordsChanged", payload: { records: { type, ids: ids.length > maxNamed ? [] : [...ids] } } });
}

export async function moveFiles({ tx, type, from, to }: Move, keys: readonly string[]): Promise<void> {
  await dynamic(tx.db)
    .updateTable("files")
    .set({ owner: ownerOf({ type, id: to.id }) })
    .where("key", "in", idsIn(JSON.stringify(keys)))
    .where("owner", "=", ownerOf({ type, id: from.id }))
    .execute();
}

/** What names the record that it is about by type and id. */
type AboutRecords = "chats" | "tasks" | "deadlines";

async function idsAbout({ tx, type, from }: Move, table: AboutRecords): Promise<string[]> {
  const rows = await tx.db
    .selectFrom(table)
    .select("id")
    .where("targetType", "=", type)
    .where("targetId", "=", from.id)
    .execute();
  return rows.map(({ id }) => id);
}

export async function moveAbout(
  { tx, type, from, to }: Move,
  table: AboutRecords,
  ids: readonly string[],
): Promise<void> {
  await dynamic(tx.db)
    .updateTable(table)
    .set({ targetId: to.id })
    .where("id", "in", idsIn(JSON.stringify(ids)))
    .where("targetType", "=", type)
    .where("targetId", "=", from.id)
    .execute();
}

/** The deadlines that do not follow from what a record says now. */
async function keptDeadlinesOf({ tx, type, from }: Move): Promise<string[]> {
  const rows = await tx.db
    .selectFrom("deadlines")
    .select("id")
    .where("targetType", "=", type)
    .where("targetId", "=", from.id)
    .where((eb) => eb.or([eb("kind", "=", "custom"), eb("state", "!=", "open")]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves deadlines, and has all others of both records follow from what each says in the end. */
export async function moveDeadlines(move: Move, ids: readonly string[]): Promise<void> {
  const { tx, type, from, to } = move;
  await moveAbout(move, "deadlines", ids);
  tx.beforeCommit(`deadlines:${from.id}`, () => deriveDeadlines(tx, type, [from.id, to.id]));
}

type Side = "from" | "to";

async function movementsOf({ tx, type, from }: Move, side: Side): Promise<string[]> {
  const rows = await dynamic(tx.db)
    .selectFrom("deviceMovements")
    .select("id")
    .where(`${side}Type`, "=", type)
    .where(`${side}Id`, "=", from.id)
    .execute();
  return rows.map(({ id }) => id);
}

/** Where devices were; the name that stands there stays the one of that day. */
export async function moveMovements({ tx, from, to }: Move, side: Side, ids: readonly string[]): Promise<void> {
  await dynamic(tx.db)
    .updateTable("deviceMovements")
    .set({ [`${side}Id`]: to.id })
    .where("id", "in", idsIn(JSON.stringify(ids)))
    .where(`${side}Id`, "=", from.id)
    .execute();
}
