import { recordKey } from "../../../contract/records/record-key.ts";
import { listRelations } from "../../records/relations.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { stores } from "../records.ts";

export const relationRouter = router({
  list: procedure.input(recordKey).query(({ ctx, input }) => listRelations(stores, ctx, input)),
});
