import * as contract from "../../../contract/lookups/lookups.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { askMany, askNow } from "./commands.ts";

export const lookupRouter = router({
  ask: procedureFor("runChecks")
    .input(contract.askLookup)
    .mutation(({ ctx, input }) => askNow(ctx, input)),
  askMany: procedureFor("runChecks")
    .input(contract.askLookups)
    .mutation(({ ctx, input }) => askMany(ctx, input)),
});
