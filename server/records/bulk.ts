import type { BulkResult, BulkSelection, TagMany } from "../../contract/records/bulk.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { invalidField, Problem } from "../problem.ts";
import { archiveRecordIn, refuseHidden, restoreRecordIn, updateRecordIn } from "./commands.ts";
import { type BulkContext, forEachRecord } from "./for-each-record.ts";
import { idsInScope } from "./queries.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";
import { readTagIds } from "./stored.ts";

/** Writes the same values into many records; only the given fields change. */
export async function updateMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection, body }: { selection: BulkSelection; body: RecordBody },
): Promise<BulkResult> {
  if (Object.keys(body).length === 0) throw invalidField("body", "Bitte wähle mindestens ein Feld zum Ändern.");
  refuseHidden(store, ctx, body);
  const ids = await selectedIds(store, ctx, selection);
  return forEachRecord(store, ctx, ids, (tx, within, id) =>
    updateRecordIn(tx, store, within, { params: { id }, body }),
  );
}

/** Takes many records out of the lists. */
export async function archiveMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection }: { selection: BulkSelection },
): Promise<BulkResult> {
  const ids = await selectedIds(store, ctx, selection);
  return forEachRecord(store, ctx, ids, (tx, within, id) => archiveRecordIn(tx, store, within, { id }));
}

/** Brings many archived records back. */
export async function restoreMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection }: { selection: BulkSelection },
): Promise<BulkResult> {
  const ids = await selectedIds(store, ctx, selection);
  return forEachRecord(store, ctx, ids, (tx, within, id) => restoreRecordIn(tx, store, within, { id }));
}

/** Adds tags to many records and takes others off; what else a record is tagged with stays. */
export async function tagMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection, add, remove }: TagMany,
): Promise<BulkResult> {
  const name = tagsFieldOf(store);
  const ids = await selectedIds(store, ctx, selection);
  return forEachRecord(store, ctx, ids, async (tx, within, id) => {
    const current = await readTagIds(tx.db, store, id);
    const kept = current.filter((tag) => !remove.includes(tag));
    const tags = [...new Set([...kept, ...add])];
    return updateRecordIn(tx, store, within, { params: { id }, body: { [name]: tags } });
  });
}

/** The ids that a selection means at this moment; refuses a scope that no longer finds what the person saw. */
async function selectedIds(store: RecordStore, ctx: RecordContext, selection: BulkSelection): Promise<string[]> {
  if ("ids" in selection) return [...new Set(selection.ids)];
  const ids = await idsInScope(store, ctx, selection.scope);
  const { expected } = selection;
  if (expected !== undefined && expected !== ids.length)
    throw new Problem("precondition", {
      message: `Die Liste hat sich geändert: ${ids.length} statt ${expected} Treffer. Bitte prüfe die Auswahl.`,
    });
  return ids;
}

function tagsFieldOf({ declaration }: RecordStore): string {
  const name = Object.entries(declaration.fields).find(([, { kind }]) => kind === "tags")?.[0];
  if (!name) throw new Problem("invalid", { message: `${declaration.labels.many} haben keine Tags.` });
  return name;
}
