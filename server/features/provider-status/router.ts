import * as contract from "../../../contract/provider-status/provider-status.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listNotices } from "./queries.ts";

export const providerStatusRouter = router({
  list: procedure.input(contract.listNotices).query(({ ctx, input }) => listNotices(ctx, input)),
});
