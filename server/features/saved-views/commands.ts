import type { Selectable } from "kysely";
import type { z } from "zod";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type * as contract from "../../../contract/saved-views/saved-views.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { newId } from "../../db/new-id.ts";
import type { SavedViewTable } from "../../db/tables/records.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound, Problem } from "../../problem.ts";
import { conditionOf } from "../../records/conditions/conditions.ts";
import { orderingOf } from "../../records/conditions/ordering.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import { storeOf } from "../../records/registry.ts";
import { fieldOf } from "../../records/store.ts";
import type { Person, PersonContext } from "../../trpc/context.ts";
import { canManageViews, canSeeView } from "./policy.ts";
import { toSavedView } from "./queries.ts";

/** Keeps a view of a list; sent again under the same `creationId` it answers with the view as it is by now. */
export async function createSavedView(
  ctx: PersonContext,
  { body: { type, name, scope, state }, creationId }: z.infer<typeof contract.createSavedView>,
): Promise<contract.SavedView> {
  if (!canManageViews(ctx.person, scope)) throw forbidden();
  refuseState(ctx, type, state);
  return transact(ctx, async (tx) => {
    const known = creationId && (await findCreatedId(tx, ctx, { type: "savedView", creationId }));
    if (known) return toSavedView(ctx.person, await readView(tx, ctx.person, known));
    const at = ctx.now().toISOString();
    const view = { id: newId(), recordType: type, name, scope, ownerId: ctx.person.id };
    await refuseTaken(tx, view);
    if (scope === "default") await stepDown(tx, view);
    const row = await tx.db
      .insertInto("savedViews")
      .values({ ...view, stateJson: JSON.stringify(state), createdAt: at, updatedAt: at, version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (creationId) await noteCreation(tx, ctx, { type: "savedView", creationId, id: row.id });
    await recordViewChange(tx, "created", row);
    return toSavedView(ctx.person, { ...row, ownerName: ctx.person.name });
  });
}

export async function updateSavedView(
  ctx: PersonContext,
  { params: { id }, body, version }: z.infer<typeof contract.updateSavedView>,
): Promise<contract.SavedView> {
  return transact(ctx, async (tx) => {
    const before = await readView(tx, ctx.person, id);
    const scope = body.scope ?? before.scope;
    if (!canManageViews(ctx.person, before.scope) || !canManageViews(ctx.person, scope)) throw forbidden();
    if (body.state) refuseState(ctx, before.recordType, body.state);
    if (version !== undefined && version !== before.version) throw changedMeanwhile();
    const name = body.name ?? before.name;
    // Who takes a view of the team for themself becomes its owner; otherwise it would be lost to them.
    const ownerId = scope === "me" ? ctx.person.id : before.ownerId;
    const view = { id, recordType: before.recordType, name, scope, ownerId };
    await refuseTaken(tx, view);
    if (scope === "default") await stepDown(tx, view);
    const row = await tx.db
      .updateTable("savedViews")
      .set({
        ...view,
        stateJson: body.state ? JSON.stringify(body.state) : before.stateJson,
        updatedAt: ctx.now().toISOString(),
        version: before.version + 1,
      })
      .where("id", "=", id)
      .where("version", "=", before.version)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw changedMeanwhile();
    await recordViewChange(tx, "updated", row, before);
    return toSavedView(ctx.person, { ...row, ownerName: before.ownerName });
  });
}

export async function deleteSavedView(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await readView(tx, ctx.person, id);
    if (!canManageViews(ctx.person, before.scope)) throw forbidden();
    await tx.db.deleteFrom("savedViews").where("id", "=", id).execute();
    await recordViewChange(tx, "deleted", before);
    return { id };
  });
}

const changedMeanwhile = () =>
  new Problem("conflict", { message: "Diese Ansicht wurde inzwischen geändert. Bitte lade sie neu." });

async function readView(tx: Tx, person: Person, id: string) {
  const row = await tx.db
    .selectFrom("savedViews")
    .leftJoin("users", "users.id", "savedViews.ownerId")
    .selectAll("savedViews")
    .select("users.name as ownerName")
    .where("savedViews.id", "=", id)
    .executeTakeFirst();
  if (!row || !canSeeView(person, row)) throw notFound();
  return row;
}

/** Refuses what the list itself would refuse: unknown fields and conditions, and hidden fields. */
function refuseState(ctx: PersonContext, type: RecordType, { where, orderBy, columns }: contract.ViewState): void {
  const store = storeOf(type);
  for (const filter of where) conditionOf(store, ctx, filter);
  orderingOf(store, ctx, orderBy);
  const unknown = columns?.find((name) => !fieldOf(store, name));
  if (unknown) throw invalidField("body.state.columns", `Spalten: „${unknown}“ gibt es nicht.`);
}

type SavedViewRow = Selectable<SavedViewTable>;
type Identity = Pick<SavedViewRow, "id" | "recordType" | "name" | "scope" | "ownerId">;

/** Names tell apart what one person sees as their own, and what the team shares. */
async function refuseTaken(tx: Tx, { id, recordType, name, scope, ownerId }: Identity): Promise<void> {
  let others = tx.db
    .selectFrom("savedViews")
    .select("name")
    .where("recordType", "=", recordType)
    .where("id", "!=", id)
    .where("scope", scope === "me" ? "=" : "!=", "me");
  if (scope === "me") others = others.where("ownerId", "=", ownerId);
  const names = (await others.execute()).map((other) => foldText(other.name));
  if (!names.includes(foldText(name))) return;
  const message = `Name: Eine Ansicht „${name}“ gibt es bereits.`;
  throw new Problem("conflict", { message, fields: { "body.name": [message] } });
}

/** A new default makes the one before it a view of the team. */
async function stepDown(tx: Tx, { id, recordType }: Identity): Promise<void> {
  await tx.db
    .updateTable("savedViews")
    .set((eb) => ({ scope: "team", version: eb("version", "+", 1) }))
    .where("recordType", "=", recordType)
    .where("scope", "=", "default")
    .where("id", "!=", id)
    .execute();
}

/** One's own views concern nobody else: only those of the team are kept in history and told to others. */
async function recordViewChange(
  tx: Tx,
  verb: "created" | "updated" | "deleted",
  view: SavedViewRow,
  old?: SavedViewRow,
): Promise<void> {
  if (view.scope === "me" && (old ?? view).scope === "me") return;
  const contents = ({ name, scope, stateJson }: SavedViewRow) => ({ name, scope, state: JSON.parse(stateJson) });
  const before = verb === "deleted" ? view : old;
  await tx.record({
    kind: `savedView.${verb}`,
    subject: { type: "savedView", id: view.id },
    version: view.version,
    ...(before && { before: contents(before) }),
    ...(verb !== "deleted" && { after: contents(view) }),
  });
  tx.signal({ event: "savedViewsChanged", payload: { savedViews: { type: view.recordType } } });
}
