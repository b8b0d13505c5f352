import * as contract from "../../../contract/change-events/timeline-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listLatest, listTimeline } from "./queries.ts";

export const changeEventRouter = router({
  list: procedure.input(contract.listTimeline).query(({ ctx, input }) => listTimeline(ctx, input)),
  latest: procedure.input(contract.listLatest).query(({ ctx, input }) => listLatest(ctx, input)),
});
