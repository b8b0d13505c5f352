import * as contract from "../../../contract/legal/legal-input.ts";
import { oneTarget } from "../../../contract/lookups/lookups.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { acceptFinding, reopenFinding } from "./commands.ts";
import { listFindings, readCoverage, readLegal, readPicture } from "./queries.ts";

export const legalRouter = router({
  get: procedure.input(oneTarget).query(({ ctx, input }) => readLegal(ctx, input)),
  picture: procedure.input(oneTarget).query(({ ctx, input }) => readPicture(ctx, input)),
  list: procedure.input(contract.listLegalFindings).query(({ ctx, input }) => listFindings(ctx, input)),
  coverage: procedure.input(contract.legalOfCustomer).query(({ ctx, input }) => readCoverage(ctx, input)),
  accept: procedureFor("editRecords")
    .input(contract.acceptLegalFinding)
    .mutation(({ ctx, input }) => acceptFinding(ctx, input)),
  reopen: procedureFor("editRecords")
    .input(contract.oneLegalFinding)
    .mutation(({ ctx, input }) => reopenFinding(ctx, input)),
});
