import { recordKey } from "../../../contract/records/record-key.ts";
import { countDependents } from "../../records/links/dependents.ts";
import { listRelations } from "../../records/links/relations.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { stores } from "../records.ts";

export const relationRouter = router({
  list: procedure.input(recordKey).query(({ ctx, input }) => listRelations(stores, ctx, input)),
  dependents: procedureFor("deleteRecords")
    .input(recordKey)
    .query(({ ctx, input }) => countDependents(stores, ctx, input)),
});
