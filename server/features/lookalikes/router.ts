import * as contract from "../../../contract/lookalikes/lookalikes.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { judgeLookalike } from "./commands.ts";
import { readLookalikes } from "./queries.ts";

export const lookalikeRouter = router({
  get: procedure.input(contract.oneDomain).query(({ ctx, input }) => readLookalikes(ctx, input)),
  judge: procedureFor("editRecords")
    .input(contract.judgeLookalike)
    .mutation(({ ctx, input }) => judgeLookalike(ctx, input)),
});
