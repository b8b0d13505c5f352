import * as contract from "../../../contract/merges/merges-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { mergeRecords } from "./merge.ts";
import { listMerges } from "./queries.ts";
import { undoMerge } from "./undo.ts";

const merging = procedureFor("mergeRecords");

export const mergeRouter = router({
  records: merging.input(contract.mergeRecords).mutation(({ ctx, input }) => mergeRecords(ctx, input)),
  undo: merging.input(contract.undoMerge).mutation(({ ctx, input }) => undoMerge(ctx, input)),
  list: procedure.input(contract.listMerges).query(({ ctx, input }) => listMerges(ctx, input)),
});
