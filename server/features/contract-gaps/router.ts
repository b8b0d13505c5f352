import { listGaps, reopenGap, settleGap } from "../../../contract/contract-gaps/contract-gaps-input.ts";
import { noInput } from "../../../contract/dashboard/dashboard-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { reopen, settle } from "./commands.ts";
import { estimateGaps, listGapsOf } from "./queries.ts";

/** All of it speaks of money, so that it is for those who may see prices. */
export const contractGapRouter = router({
  list: procedureFor("seePrices")
    .input(listGaps)
    .query(({ ctx, input }) => listGapsOf(ctx, input)),
  estimate: procedureFor("seePrices")
    .input(noInput)
    .query(({ ctx }) => estimateGaps(ctx)),
  settle: procedureFor("seePrices")
    .input(settleGap)
    .mutation(({ ctx, input }) => settle(ctx, input)),
  reopen: procedureFor("seePrices")
    .input(reopenGap)
    .mutation(({ ctx, input }) => reopen(ctx, input)),
});
