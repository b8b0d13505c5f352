import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Merged } from "../../../contract/merges/merges.ts";
import type * as contract from "../../../contract/merges/merges-input.ts";
import type { Taken } from "../../../contract/merges/merges-input.ts";
import type { Input } from "../../../contract/records/fields.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { refuseHidden, updateRecordIn } from "../../records/commands.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { changedMeanwhile } from "../../records/conflicts.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { fieldOf, type RecordStore } from "../../records/store.ts";
import { readStored, readTagIds, type Stored } from "../../records/stored.ts";
import { indexRecord } from "../../search/index-record.ts";
import { type Belongings, moveBelongings, signalChanged } from "./move-belongings.ts";

/** What is needed to take a merge back. */
export interface MergeUndo {
  title: string;
  /** The row of the merged record, by column. */
  row: Record<string, unknown>;
  tags: string[];
  /** The fields of the survivor that the merge wrote. */
  fields: Record<string, { before: Input; after: Input }>;
  belongings: Belongings;
}

/**
 * Merges a record into another one of its type, in one transaction: the survivor takes the values that were chosen and
 * all that hung on the other, whose id goes on leading to it. Refused when either is newer than the person saw it.
 */
export async function mergeRecords(
  ctx: RecordContext,
  { type, survivor, merged, take }: z.output<typeof contract.mergeRecords>,
): Promise<Merged> {
  if (survivor.id === merged.id)
    throw invalidField("merged", "Zusammenführen: Bitte zwei verschiedene Einträge wählen.");
  const store = storeOf(type);
  return transact(ctx, async (tx) => {
    const kept = await readFor(tx, store, ctx, survivor);
    const gone = await readFor(tx, store, ctx, merged);
    const body = takenOver(store, { kept, gone, take });
    refuseHidden(store, ctx, body);
    const row = await dynamic(tx.db).selectFrom(store.table).selectAll().where("id", "=", gone.id).executeTakeFirst();
    const tags = await readTagIds(tx.db, store, gone.id);
    const belongings = await moveBelongings({ tx, ctx, type, from: gone, to: kept });
    await removeMerged(tx, store, gone.id);
    const written = await updateRecordIn(tx, store, ctx, { params: { id: kept.id }, body });
    const after = await readStored(tx.db, store, kept.id);
    const fields = Object.fromEntries(
      Object.keys(store.declaration.fields)
        .filter((name) => after && !isDeepStrictEqual(after.values[name], kept.values[name]))
        .map((name) => [name, { before: kept.values[name] ?? null, after: after?.values[name] ?? null }]),
    );
    const undo: MergeUndo = { title: gone.title, row: row ?? {}, tags, fields, belongings };
    const mergeId = newId();
    await tx.db
      .insertInto("merges")
      .values({
        id: mergeId,
        recordType: type,
        mergedId: gone.id,
        survivorId: kept.id,
        at: ctx.now().toISOString(),
        byId: ctx.person.id,
        undoJson: JSON.stringify(undo),
        undoneAt: null,
      })
      .execute();
    const about = { merged: { id: gone.id, label: gone.title } };
    await tx.record({ kind: "record.merged", subject: { type, id: kept.id }, after: about });
    await store.afterMerge?.(tx, ctx, [{ ...written, values: after?.values ?? kept.values }, gone]);
    for (const { id } of [kept, gone]) tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type, id }));
    signalChanged(tx, type, [kept.id, gone.id]);
    const { id, title } = written;
    return { id, title, version: (await readStored(tx.db, store, id))?.version ?? written.version, mergeId };
  });
}

async function readFor(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  { id, version }: { id: string; version: number },
): Promise<Stored> {
  const stored = await readStored(tx.db, store, id);
  if (!stored) throw notFound();
  if (stored.archivedAt)
    throw new Problem("precondition", {
      message: `${stored.title} ist archiviert. Stelle den Eintrag zuerst wieder her.`,
    });
  if (stored.version !== version) throw await changedMeanwhile(tx, store, ctx, stored, version);
  return stored;
}

/** The fields that the survivor takes from the other one. */
function takenOver(
  store: RecordStore,
  { kept, gone, take }: { kept: Stored; gone: Stored; take: Record<string, Taken> },
): RecordBody {
  const body: RecordBody = {};
  for (const [name, what] of Object.entries(take)) {
    const field = fieldOf(store, name);
    if (!field || field.readOnly || field.derived)
      throw invalidField(`take.${name}`, "Zusammenführen: Dieses Feld gibt es nicht.");
    const [own, other] = [kept.values[name] ?? null, gone.values[name] ?? null];
    body[name] = what === "merged" ? other : bothOf(store, name, own, other);
  }
  return body;
}

function bothOf(store: RecordStore, name: string, own: Input, other: Input): Input {
  const { kind, label } = fieldNamed(store.declaration.fields, name);
  if (Array.isArray(own) && Array.isArray(other)) {
    const all = [...own, ...other] as string[];
    return all.filter((value, at) => all.findIndex((each) => isDeepStrictEqual(each, value)) === at);
  }
  if (kind === "markdown") return [own, other].filter(Boolean).join("\n\n");
  throw invalidField(`take.${name}`, `${label}: Davon gilt nur ein Wert.`);
}

async function removeMerged(tx: Tx, store: RecordStore, id: string): Promise<void> {
  const { type } = store.declaration;
  await tx.db.deleteFrom("recordTags").where("recordType", "=", type).where("recordId", "=", id).execute();
  await dynamic(tx.db).deleteFrom("recentRecords").where("recordType", "=", type).where("recordId", "=", id).execute();
  await dynamic(tx.db).deleteFrom(store.table).where("id", "=", id).execute();
}
