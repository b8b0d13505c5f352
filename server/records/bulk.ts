import { parseOwnJson, requireValue } from "../../contract/narrowing.ts";
import {
  type BulkResult,
  type BulkSelection,
  type ChangedRecord,
  maxSelected,
  type TagMany,
} from "../../contract/records/bulk.ts";
import { textsOf } from "../../contract/records/read-value.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { type Tx, transact } from "../db/transact.ts";
import { invalidField, notFound, Problem } from "../problem.ts";
import { archiveRecordIn, refuseHidden, restoreRecordIn, updateRecordIn } from "./commands.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { type BulkContext, forEachRecord } from "./for-each-record.ts";
import { type NewRelations, withNewRelations } from "./forms/new-relations.ts";
import { withoutLabels } from "./links/labels.ts";
import { idsInScope } from "./queries.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";
import { readTagIds } from "./stored.ts";

/** Writes the same values into many records; only the given fields change. */
export async function updateMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection, newRelations, ...given }: { selection: BulkSelection; body: RecordBody; newRelations: NewRelations },
): Promise<BulkResult> {
  if (Object.keys(given.body).length === 0) throw invalidField("body", "Bitte wähle mindestens ein Feld zum Ändern.");
  refuseHidden(store, ctx, given.body);
  const ids = await selectedIds(store, ctx, selection);
  const body = await transact(ctx, (tx) => withNewRelations(tx, ctx, store, given.body, newRelations));
  return writeMany(store, ctx, ids, async () => body);
}

/** Writes into each selected record what is meant for it. */
export async function writeSelected(
  store: RecordStore,
  ctx: BulkContext,
  selection: BulkSelection,
  bodyOf: (tx: Tx, id: string) => Promise<RecordBody>,
): Promise<BulkResult> {
  return writeMany(store, ctx, await selectedIds(store, ctx, selection), bodyOf);
}

/** Writes what is meant for each record, and tells which of them that has changed. */
async function writeMany(
  store: RecordStore,
  ctx: BulkContext,
  ids: readonly string[],
  bodyOf: (tx: Tx, id: string) => Promise<RecordBody>,
): Promise<BulkResult> {
  const changed: ChangedRecord[] = [];
  const result = await forEachRecord(store, ctx, ids, async (tx, within, id) => {
    const before = await versionOf(tx, store, id);
    const { version } = await updateRecordIn(tx, store, within, { params: { id }, body: await bodyOf(tx, id) });
    if (version !== before) changed.push({ id, version });
  });
  return withChanged(result, changed);
}

const withChanged = (result: BulkResult, changed: ChangedRecord[]): BulkResult =>
  changed.length > maxSelected ? result : { ...result, changed };

async function versionOf(tx: Tx, { table }: RecordStore, id: string): Promise<unknown> {
  const row = await dynamic(tx.db).selectFrom(table).select("version").where("id", "=", id).executeTakeFirst();
  return row?.version;
}

/** Takes a bulk edit back, field by field; a record that was changed since keeps what it has. */
export async function undoMany(
  store: RecordStore,
  ctx: BulkContext,
  { changed }: { changed: readonly ChangedRecord[] },
): Promise<BulkResult> {
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  return forEachRecord(store, ctx, [...versions.keys()], async (tx, within, id) => {
    const version = requireValue(versions.get(id));
    const body = await readBefore(tx, store, { id, version, actorId: ctx.person.id });
    return updateRecordIn(tx, store, within, { params: { id }, body, version });
  });
}

/** What a change of the person's own has replaced, of the fields that people enter. */
async function readBefore(
  tx: Tx,
  { declaration: { type, fields } }: RecordStore,
  { id, version, actorId }: ChangedRecord & { actorId: string },
): Promise<RecordBody> {
  const change = await tx.db
    .selectFrom("changes")
    .select("beforeJson")
    .where("subjectType", "=", type)
    .where("subjectId", "=", id)
    .where("version", "=", version)
    .where("actorId", "=", actorId)
    .where("kind", "=", `${type}.updated`)
    .executeTakeFirst();
  if (!change?.beforeJson) throw notFound();
  const before = Object.entries(parseOwnJson<Record<string, unknown>>(change.beforeJson));
  return Object.fromEntries(
    before.flatMap(([name, value]) => {
      const field = fields[name];
      return field && !field.readOnly ? [[name, withoutLabels(field, value)]] : [];
    }),
  );
}

/** Takes many records out of the lists, and tells which, so that they can be brought back at once. */
export async function archiveMany(
  store: RecordStore,
  ctx: BulkContext,
  { selection }: { selection: BulkSelection },
): Promise<BulkResult> {
  const ids = await selectedIds(store, ctx, selection);
  const changed: ChangedRecord[] = [];
  const result = await forEachRecord(store, ctx, ids, async (tx, within, id) => {
    const { version } = await archiveRecordIn(tx, store, within, { id });
    changed.push({ id, version });
  });
  return withChanged(result, changed);
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
  { selection, add, remove, newRelations }: TagMany,
): Promise<BulkResult> {
  const name = tagsFieldOf(store);
  const ids = await selectedIds(store, ctx, selection);
  const made = await transact(ctx, (tx) => withNewRelations(tx, ctx, store, { [name]: add }, newRelations));
  const added = textsOf(made[name]);
  return writeMany(store, ctx, ids, async (tx, id) => {
    const current = await readTagIds(tx.db, store, id);
    const kept = current.filter((tag) => !remove.includes(tag));
    return { [name]: [...new Set([...kept, ...added])] };
  });
}

/** The ids that a selection means at this moment; refuses a scope that no longer finds what the person saw. */
export async function selectedIds(store: RecordStore, ctx: RecordContext, selection: BulkSelection): Promise<string[]> {
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
