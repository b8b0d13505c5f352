import type { RecordBody } from "../../../contract/records/rows.ts";
import { transact } from "../../db/transact.ts";
import { createRecordIn, type Update, updateRecord, type Written } from "../commands.ts";
import type { RecordContext } from "../record-context.ts";
import type { RecordStore } from "../store.ts";
import { findCreation, noteCreation } from "./creations.ts";
import { type NewRelations, withNewRelations } from "./new-relations.ts";

interface NewForm {
  body: RecordBody;
  creationId?: string | undefined;
  /** What the body names that is made along with it, or not at all. */
  newRelations: NewRelations;
}

/**
 * Creates a record; `body` has passed the declaration's schema. A form whose answer was lost sends the same
 * `creationId` again: what it created then gets the values that it has by now, instead of a second record.
 */
export async function createOnce(
  store: RecordStore,
  ctx: RecordContext,
  { body, creationId, newRelations }: NewForm,
): Promise<Written> {
  const { type } = store.declaration;
  const done = await transact(ctx, async (tx) => {
    const known = creationId === undefined ? undefined : await findCreation(tx, ctx, { type, creationId });
    if (known !== undefined) return { known };
    const written = await createRecordIn(tx, store, ctx, await withNewRelations(tx, ctx, store, body, newRelations));
    if (creationId !== undefined) await noteCreation(tx, ctx, { type, creationId, id: written.id });
    return { written };
  });
  if (done.written) return done.written;
  const { id, version } = done.known;
  return updateByForm(store, ctx, { params: { id }, body, version, newRelations });
}

/** Updates a record, and makes what the body names that is not there yet. */
export function updateByForm(
  store: RecordStore,
  ctx: RecordContext,
  { newRelations, ...update }: Update & { newRelations: NewRelations },
): Promise<Written> {
  return updateRecord(store, ctx, update, (tx) => withNewRelations(tx, ctx, store, update.body, newRelations));
}
