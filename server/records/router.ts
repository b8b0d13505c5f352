import {
  bulkSelection,
  changeMany,
  tagMany as tagManyInput,
  undoMany as undoManyInput,
} from "../../contract/records/bulk.ts";
import * as contract from "../../contract/records/list-input.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { rulesOf } from "../../contract/records/rules.ts";
import { bodySchemaOf } from "../../contract/records/schema.ts";
import type { Ability } from "../../contract/roles.ts";
import { z } from "../../contract/zod.ts";
import type { PersonContext } from "../trpc/context.ts";
import { procedure, procedureFor } from "../trpc/procedures.ts";
import { archiveMany, restoreMany, tagMany, undoMany, updateMany } from "./bulk.ts";
import { archiveRecord, deleteRecord, refuseHidden, restoreRecord } from "./commands.ts";
import { findTaken } from "./conflicts.ts";
import { createOnce, updateByForm } from "./forms/save-form.ts";
import { getRecord, listOptions, listRecords } from "./queries.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";

/** Follows every command once it is committed. */
type AfterWrite = (ctx: PersonContext) => Promise<void>;

/** The procedures that every record type has. Their types are the same for all, so that one list and one form serve all. */
export function recordProcedures(store: RecordStore, { afterWrite }: { afterWrite?: AfterWrite } = {}) {
  const { declaration } = store;
  const writingFor = (ability: Ability) =>
    procedureFor(ability).use(async ({ ctx, next }) => {
      const result = await next();
      if (result.ok) await afterWrite?.(ctx);
      return result;
    });
  const archiving = writingFor(declaration.archivedBy ?? "archiveRecords");
  const whole = bodySchemaOf(declaration, { rules: rulesOf(declaration.type) });
  const part = bodySchemaOf(declaration, { partial: true });
  const updateInput = z.strictObject({
    params: contract.getRecord,
    body: part,
    version: contract.recordVersion.optional(),
    overwrite: z.boolean().optional(),
    newRelations: contract.newRelations,
  });
  return {
    list: procedure.input(contract.listRecords).query(({ ctx, input }) => listRecords(store, ctx, input)),
    get: procedure.input(contract.getRecord).query(({ ctx, input }) => getRecord(store, ctx, input)),
    options: procedure.input(contract.listOptions).query(({ ctx, input }) => listOptions(store, ctx, input)),
    taken: procedureFor("editRecords")
      .input(contract.takenOf.extend({ body: part }))
      .query(({ ctx, input }) => readTaken(store, ctx, input)),
    create: writingFor("editRecords")
      .input(
        z.strictObject({
          body: whole,
          creationId: contract.creationId.optional(),
          newRelations: contract.newRelations,
        }),
      )
      .mutation(({ ctx, input }) => createOnce(store, ctx, input)),
    update: writingFor("editRecords")
      .input(updateInput)
      .mutation(({ ctx, input }) => updateByForm(store, ctx, input)),
    archive: archiving.input(contract.changeRecord).mutation(({ ctx, input }) => archiveRecord(store, ctx, input)),
    restore: archiving.input(contract.getRecord).mutation(({ ctx, input }) => restoreRecord(store, ctx, input)),
    delete: writingFor("deleteRecords")
      .input(contract.deleteRecord)
      .mutation(({ ctx, input }) => deleteRecord(store, ctx, input)),
    updateMany: writingFor("editRecords")
      .input(z.strictObject({ selection: bulkSelection, body: part, newRelations: contract.newRelations }))
      .mutation(({ ctx, input }) => updateMany(store, ctx, input)),
    undoMany: writingFor("editRecords")
      .input(undoManyInput)
      .mutation(({ ctx, input }) => undoMany(store, ctx, input)),
    tagMany: writingFor("editRecords")
      .input(tagManyInput)
      .mutation(({ ctx, input }) => tagMany(store, ctx, input)),
    archiveMany: archiving.input(changeMany).mutation(({ ctx, input }) => archiveMany(store, ctx, input)),
    restoreMany: archiving.input(changeMany).mutation(({ ctx, input }) => restoreMany(store, ctx, input)),
  };
}

/** Whether another record has what was entered and only one may have, before it is saved; null when none has. */
async function readTaken(
  store: RecordStore,
  ctx: RecordContext,
  { body, exceptId = "" }: { body: RecordBody } & Pick<z.infer<typeof contract.takenOf>, "exceptId">,
) {
  refuseHidden(store, ctx, body);
  const values = { ...body, ...store.uniqueOf?.(body) };
  return (await findTaken(ctx.db, store, values, { exceptId, changed: Object.keys(values) })) ?? null;
}
