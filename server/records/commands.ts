import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ChangeKind } from "../../contract/changes/changes.ts";
import { ownerOf } from "../../contract/files/attachments.ts";
import type * as contract from "../../contract/records/list-input.ts";
import { fieldNamed } from "../../contract/records/read-value.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { hasAbility } from "../../contract/roles.ts";
import { foldText } from "../../contract/values/fold.ts";
import { isNeededElsewhere } from "../db/dialect/error-codes.ts";
import { newId } from "../db/new-id.ts";
import { type Tx, transact } from "../db/transact.ts";
import { archived, forbidden, invalidField, notFound, Problem } from "../problem.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { changedMeanwhile, refuseTaken } from "./conflicts.ts";
import { maySeeField } from "./field-access.ts";
import { stillNeeded } from "./links/assert-not-needed.ts";
import { withLabels } from "./links/labels.ts";
import { toColumns, writeMemberships } from "./links/memberships.ts";
import { noteSecrets } from "./note-secrets.ts";
import { isOpen, isReadable, leastReader } from "./readable.ts";
import { recordChange } from "./record-change.ts";
import type { RecordContext } from "./record-context.ts";
import { refuseUnruly, withoutMeaningless } from "./rules.ts";
import { fieldOf, type RecordStore, type Values } from "./store.ts";
import { readStored, type Stored } from "./stored.ts";
import { insertRow, updateRow } from "./write-row.ts";

export interface Written {
  id: string;
  title: string;
  version: number;
}

/**
 * Creates a record within a transaction that is open already; `body` has passed the declaration's schema. Under an id of
 * `newId()` where others must know it before.
 */
export async function createRecordIn(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  body: RecordBody,
  id = newId(),
): Promise<Written> {
  refuseHidden(store, ctx, body);
  const given = { ...initialValues(store), ...body };
  const values = withoutMeaningless(store, (await store.complete?.(tx, ctx, given, undefined)) ?? given, body);
  refuseUnruly(store, values);
  const filled = Object.keys(values).filter((name) => !isEmpty(values[name]));
  await refuseTaken(tx, store, values, { exceptId: id, changed: filled });
  const after = await withLabels({ db: tx.db, reader: ctx.person }, store, values, filled, {});
  const title = titleOf(store, values);
  const at = ctx.now().toISOString();
  const meta = { id, version: 1, createdAt: at, updatedAt: at, createdById: ctx.person.id, updatedById: ctx.person.id };
  const columns = toColumns(store, values, Object.keys(values));
  const further = await store.further?.of(tx, ctx, { id, values });
  await insertRow(tx.db, store, { ...columns, ...further, ...meta, title, sortTitle: foldText(title) });
  await writeMemberships(tx.db, store, id, values, { names: filled, isNew: true });
  await recordChange(tx, store, { verb: "created", id, version: 1, after });
  await noteSecrets(tx, store, id, { after: values });
  await store.afterCreate?.(tx, ctx, { id, title, values });
  return { id, title, version: 1 };
}

export interface Update {
  params: { id: string };
  body: RecordBody;
  /** The version that the edit began with; without one the latest is meant, by those who may overwrite it. */
  version?: number | undefined;
  /** Saves even when somebody else has changed the record meanwhile. */
  overwrite?: boolean | undefined;
  /** The name under which history keeps it, where it has one of its own. */
  as?: ChangeKind;
}

/**
 * Writes what differs; refuses with the field-by-field conflict when the record is newer than `version`. `complete` makes
 * what the body names beforehand, within the same transaction.
 */
export async function updateRecord(
  store: RecordStore,
  ctx: RecordContext,
  update: Update,
  complete?: (tx: Tx) => Promise<RecordBody>,
): Promise<Written> {
  const mayOverwrite = hasAbility(ctx.person.role, "overwriteRecords");
  if (update.overwrite && !mayOverwrite) throw forbidden();
  refuseHidden(store, ctx, update.body);
  return transact(ctx, async (tx) => {
    await readActive(tx, store, ctx, update.params.id);
    if (update.version === undefined && !mayOverwrite) throw invalidField("version", "Version: Pflichtfeld.");
    return updateRecordIn(tx, store, ctx, complete ? { ...update, body: await complete(tx) } : update);
  });
}

/** Updates a record within a transaction that is open already. */
export async function updateRecordIn(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  { params: { id }, body, version, overwrite, as }: Update,
): Promise<Written> {
  refuseHidden(store, ctx, body);
  const before = await readActive(tx, store, ctx, id);
  if (version !== undefined && version !== before.version && !overwrite)
    throw await changedMeanwhile(tx, store, ctx, before, version);
  const given: Values = { ...before.values, ...body };
  const values = withoutMeaningless(store, (await store.complete?.(tx, ctx, given, before)) ?? given, body);
  const changed = Object.keys(values).filter((name) => !isDeepStrictEqual(values[name], before.values[name]));
  if (changed.length === 0) return { id, title: before.title, version: before.version };
  refuseUnruly(store, values);
  await refuseTaken(tx, store, values, { exceptId: id, changed });
  const old = await withLabels({ db: tx.db, reader: ctx.person }, store, before.values, changed);
  const after = await withLabels({ db: tx.db, reader: ctx.person }, store, values, changed, before.values);
  const title = titleOf(store, values);
  const next = before.version + 1;
  const columns = { ...toColumns(store, values, changed), ...stamp(ctx), version: next };
  if (title !== before.title) Object.assign(columns, { title, sortTitle: foldText(title) });
  if (!(await updateRow(tx.db, store, before, columns)))
    throw await changedMeanwhile(tx, store, ctx, before, before.version);
  await writeMemberships(tx.db, store, id, values, { names: changed, isNew: false });
  await recordChange(tx, store, { verb: "updated", as, id, version: next, before: old, after });
  await noteSecrets(tx, store, id, { before: before.values, after: values });
  await store.afterUpdate?.(tx, ctx, { id, title, values, before });
  return { id, title, version: next };
}

/** Takes a record out of the lists; it can be brought back. */
export async function archiveRecord(
  store: RecordStore,
  ctx: RecordContext,
  change: z.infer<typeof contract.changeRecord>,
): Promise<Written> {
  return transact(ctx, (tx) => archiveRecordIn(tx, store, ctx, change));
}

/** Archives a record within a transaction that is open already. */
export async function archiveRecordIn(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  { id, version }: z.infer<typeof contract.changeRecord>,
): Promise<Written> {
  const before = await readActive(tx, store, ctx, id);
  if (version !== undefined && version !== before.version)
    throw await changedMeanwhile(tx, store, ctx, before, version);
  await store.beforeArchive?.(tx, ctx, before);
  const archived = await setArchived(tx, store, ctx, before, ctx.now().toISOString());
  await store.afterArchive?.(tx, ctx, before);
  return archived;
}

/** Brings an archived record back, unless another one has taken its place meanwhile. */
export async function restoreRecord(store: RecordStore, ctx: RecordContext, { id }: { id: string }): Promise<Written> {
  return transact(ctx, (tx) => restoreRecordIn(tx, store, ctx, { id }));
}

/** Restores a record within a transaction that is open already. */
export async function restoreRecordIn(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  { id }: { id: string },
): Promise<Written> {
  const before = await readOwn(tx, store, ctx, id);
  if (!before.archivedAt) throw new Problem("precondition", { message: "Dieser Eintrag ist nicht archiviert." });
  await refuseTaken(tx, store, before.values, { exceptId: id, changed: Object.keys(before.values) });
  const restored = await setArchived(tx, store, ctx, before, null);
  await store.afterRestore?.(tx, ctx, before);
  return restored;
}

/** Deletes an archived record for good; the person has typed its title. */
export async function deleteRecord(
  store: RecordStore,
  ctx: RecordContext,
  { id, title }: z.infer<typeof contract.deleteRecord>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await readOwn(tx, store, ctx, id);
    if (!before.archivedAt)
      throw new Problem("precondition", { message: "Nur archivierte Einträge lassen sich endgültig löschen." });
    if (title.trim() !== before.title)
      throw new Problem("invalid", {
        message: "Name: Der eingegebene Name stimmt nicht.",
        fields: { title: ["Name: Der eingegebene Name stimmt nicht."] },
      });
    await store.beforeDelete?.(tx, ctx, before);
    await eraseRecordIn(tx, store, ctx, before);
    return { id };
  });
}

/** Removes a record for good, within a transaction that is open already; whether that may be is the caller's to decide. */
export async function eraseRecordIn(tx: Tx, store: RecordStore, ctx: RecordContext, before: Stored): Promise<void> {
  const db = dynamic(tx.db);
  const { id } = before;
  const filled = Object.keys(before.values).filter((name) => !isEmpty(before.values[name]));
  const old = await withLabels({ db: tx.db, reader: ctx.person }, store, before.values, filled);
  const key = { type: store.declaration.type, id };
  const wasRestricted = !isOpen(key.type) && !(await isReadable(tx.db, key, leastReader));
  await store.beforeErase?.(tx, ctx, before);
  await db
    .deleteFrom("recordTags")
    .where("recordType", "=", store.declaration.type)
    .where("recordId", "=", id)
    .execute();
  // What nobody owns is removed with the next run of the orphan job.
  await db.updateTable("files").set({ owner: null }).where("owner", "=", ownerOf(key)).execute();
  try {
    await tx.attempt(() => db.deleteFrom(store.table).where("id", "=", id).execute());
  } catch (error) {
    throw isNeededElsewhere(error) ? await stillNeeded(tx.db, key) : error;
  }
  // The page from which it goes has the answer, and would ask for the record once more on its way out.
  const exceptSocketId = ctx.socketId;
  const change = { verb: "deleted", id, version: before.version + 1, before: old } as const;
  await recordChange(tx, store, { ...change, wasRestricted, exceptSocketId });
}

async function setArchived(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  before: Stored,
  archivedAt: string | null,
): Promise<Written> {
  const { id, title } = before;
  const version = before.version + 1;
  if (!(await updateRow(tx.db, store, before, { archivedAt, version, ...stamp(ctx) })))
    throw await changedMeanwhile(tx, store, ctx, before, before.version);
  await recordChange(tx, store, { verb: archivedAt ? "archived" : "restored", id, version });
  return { id, title, version };
}

async function readOwn(tx: Tx, store: RecordStore, ctx: RecordContext, id: string): Promise<Stored> {
  const { type } = store.declaration;
  const stored = await readStored(tx.db, store, id);
  if (!stored || !(isOpen(type) || (await isReadable(tx.db, { type, id }, ctx.person)))) throw notFound();
  return stored;
}

async function readActive(tx: Tx, store: RecordStore, ctx: RecordContext, id: string): Promise<Stored> {
  const stored = await readOwn(tx, store, ctx, id);
  if (stored.archivedAt) throw archived();
  return stored;
}

/** Refuses a body with fields that the person may not see. */
export function refuseHidden(store: RecordStore, ctx: RecordContext, body: RecordBody): void {
  const hidden = Object.keys(body).find((name) => {
    const field = fieldOf(store, name);
    return field && !maySeeField(ctx.person, field);
  });
  if (hidden)
    throw forbidden(`${fieldNamed(store.declaration.fields, hidden).label}: Dafür fehlt dir die Berechtigung.`);
}

function initialValues({ declaration }: RecordStore): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (field.readOnly) {
      if (field.kind === "choice" && field.initial) values[name] = field.initial;
    } else if (field.kind === "choice") values[name] = field.initial ?? null;
    else if (field.kind === "flag") values[name] = field.initial ?? false;
    else if (["texts", "choices", "tags", "links"].includes(field.kind)) values[name] = [];
    else values[name] = null;
  }
  return values;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

function titleOf(store: RecordStore, values: Values): string {
  return store.titleOf?.(values) ?? String(values[store.declaration.titleField] ?? "");
}

const stamp = (ctx: RecordContext) => ({ updatedAt: ctx.now().toISOString(), updatedById: ctx.person.id });
