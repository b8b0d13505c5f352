import { isDeepStrictEqual } from "node:util";
import { type MergeableType, type UndoneMerge, undoMergeDays, undoMergeMs } from "../../../contract/merges/merges.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { elapsedMs } from "../../../contract/time/elapsed.ts";
import { releaseAuditValues } from "../../db/audit-values.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { refuseTaken } from "../../records/conflicts.ts";
import { survivorsOf } from "../../records/links/aliases.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { hasColumn, type RecordStore } from "../../records/store.ts";
import { readStored, type Stored } from "../../records/stored.ts";
import { tableOf } from "../../records/tables.ts";
import { indexRecord } from "../../search/index-record.ts";
import type { MergeUndo } from "./merge.ts";
import {
  type Move,
  moveAbout,
  moveDeadlines,
  moveFiles,
  moveMovements,
  moveReferences,
  signalChanged,
} from "./move-belongings.ts";

/**
 * Takes a merge back: the merged record is its own again, with what belonged to it. What somebody has changed since stays
 * as it is and is named.
 */
export async function undoMerge(ctx: RecordContext, { id: mergeId }: { id: string }): Promise<UndoneMerge> {
  return transact(ctx, async (tx) => {
    const { recordType, mergedId, survivorId, undo } = await readUndo(tx, ctx, mergeId);
    const store = storeOf(recordType);
    const survivor = await readStored(tx.db, store, survivorId);
    if (!survivor)
      throw new Problem("precondition", {
        message: "Der Eintrag wurde inzwischen gelöscht oder selbst zusammengeführt.",
      });
    const kept: string[] = [];
    await restoreFields(tx, ctx, { store, survivor, undo, kept });
    await restoreRow(tx, ctx, { store, id: mergedId, undo, kept });
    const from = { id: survivorId, title: survivor.title };
    const to = { id: mergedId, title: undo.title };
    await returnBelongings({ tx, ctx, type: recordType, from, to }, undo, kept);
    await tx.db
      .updateTable("merges")
      .set({ undoneAt: ctx.now().toISOString(), undoJson: null })
      .where("id", "=", mergeId)
      .execute();
    for (const subject of [from, to])
      await tx.record({
        kind: "record.unmerged",
        subject: { type: recordType, id: subject.id },
        after: { merged: { id: to.id, label: to.title } },
      });
    const [one, other] = [await readStored(tx.db, store, survivorId), await readStored(tx.db, store, mergedId)];
    await store.afterMerge?.(tx, ctx, [one ?? survivor, ...(other ? [other] : [])]);
    for (const { id } of [from, to]) tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type: recordType, id }));
    signalChanged(tx, recordType, [survivorId, mergedId]);
    return { id: mergedId, title: undo.title, kept };
  });
}

async function readUndo(tx: Tx, ctx: RecordContext, id: string) {
  const merge = await tx.db.selectFrom("merges").selectAll().where("id", "=", id).executeTakeFirst();
  if (!merge) throw notFound();
  const { recordType, mergedId, survivorId, undoJson, undoneAt, at } = merge;
  if (undoneAt) throw new Problem("precondition", { message: "Das Zusammenführen wurde schon zurückgenommen." });
  if (!undoJson || elapsedMs(at, ctx.now()) > undoMergeMs)
    throw new Problem("precondition", {
      message: `Das Zusammenführen lässt sich nur ${undoMergeDays} Tage lang zurücknehmen.`,
    });
  return { recordType: recordType as MergeableType, mergedId, survivorId, undo: parseOwnJson<MergeUndo>(undoJson) };
}

interface Restored {
  store: RecordStore;
  undo: MergeUndo;
  kept: string[];
}

/** The survivor gets back what the merge had overwritten, where it still says what the merge wrote. */
async function restoreFields(
  tx: Tx,
  ctx: RecordContext,
  { store, survivor, undo, kept }: Restored & { survivor: Stored },
): Promise<void> {
  const body: RecordBody = {};
  for (const [name, { before, after }] of Object.entries(undo.fields)) {
    const { label, readOnly } = fieldNamed(store.declaration.fields, name);
    if (!isDeepStrictEqual(survivor.values[name] ?? null, after))
      kept.push(`${label} von ${survivor.title} wurde seitdem geändert.`);
    else if (!readOnly) body[name] = before;
  }
  if (Object.keys(body).length > 0) await updateRecordIn(tx, store, ctx, { params: { id: survivor.id }, body });
}

async function restoreRow(
  tx: Tx,
  ctx: RecordContext,
  { store, id, undo, kept }: Restored & { id: string },
): Promise<void> {
  const row = { ...undo.row, version: Number(undo.row.version) + 1, updatedAt: ctx.now().toISOString() };
  for (const [name, field] of Object.entries(store.declaration.fields)) {
    const value = undo.row[name];
    if (field.kind !== "relation" || !hasColumn(store, name) || typeof value !== "string") continue;
    const table = field.to === "user" ? "users" : tableOf(field.to);
    const current = (await survivorsOf(tx.db, [value])).get(value) ?? value;
    const found = await dynamic(tx.db).selectFrom(table).select("id").where("id", "=", current).executeTakeFirst();
    if (!found && field.required)
      throw new Problem("precondition", { message: `${field.label}: Diesen Eintrag gibt es nicht mehr.` });
    if (!found) kept.push(`${field.label} von ${undo.title} gibt es nicht mehr.`);
    Object.assign(row, { [name]: found ? current : null });
  }
  await refuseTaken(tx, store, row, { exceptId: id, changed: Object.keys(store.declaration.fields) });
  await dynamic(tx.db).insertInto(store.table).values(row).execute();
  const tags = await dynamic(tx.db)
    .selectFrom("tags")
    .select("id")
    .where("id", "in", idsIn(JSON.stringify(undo.tags)))
    .execute();
  for (const { id: tagId } of tags)
    await tx.db
      .insertInto("recordTags")
      .values({ recordType: store.declaration.type, recordId: id, tagId: tagId })
      .execute();
}

const maxNamed = 20;

/** Gives back what still hangs on the survivor, and names what has found another place since. */
async function returnBelongings(move: Move, { belongings }: MergeUndo, kept: string[]): Promise<void> {
  const { tx, type, to } = move;
  for (const moved of belongings.references) {
    const returned = await moveReferences(move, moved);
    const left = moved.ids.filter((id) => !returned.has(id));
    const rows = await dynamic(tx.db)
      .selectFrom(tableOf(moved.type))
      .select(["id", "title"])
      .where("id", "in", idsIn(JSON.stringify(left.slice(0, maxNamed))))
      .execute();
    const { one } = declarationOf(moved.type).labels;
    for (const { title } of rows) kept.push(`${one} ${title} wurde seitdem anders zugeordnet.`);
  }
  await moveFiles(move, belongings.files);
  await moveAbout(move, "chats", belongings.chats);
  await moveAbout(move, "tasks", belongings.tasks ?? []);
  await moveDeadlines(move, belongings.deadlines ?? []);
  for (const side of ["from", "to"] as const) await moveMovements(move, side, belongings.movements[side]);
  for (const { id, version } of belongings.changes) {
    await releaseAuditValues(tx, { id });
    await tx.db
      .updateTable("changes")
      .set({ subjectId: to.id, version })
      .where("id", "=", id)
      .where("subjectType", "=", type)
      .execute();
  }
}
