import { recordKey } from "../../../contract/records/record-key.ts";
import { countDependents } from "../../records/links/dependents.ts";
import { listRelations } from "../../records/links/relations.ts";
import { recordStores } from "../../records/registry.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";

export const relationRouter = router({
  list: procedure.input(recordKey).query(({ ctx, input }) => listRelations(recordStores(), ctx, input)),
  dependents: procedureFor("deleteRecords")
    .input(recordKey)
    .query(({ ctx, input }) => countDependents(recordStores(), ctx, input)),
});
