import * as contract from "../../../contract/search/search-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { find } from "./queries.ts";
import { touchRecent } from "./recents.ts";

export const searchRouter = router({
  find: procedure.input(contract.findRecords).query(({ ctx, input }) => find(ctx, input)),
});

export const recentRouter = router({
  touch: procedure.input(contract.touchRecent).mutation(({ ctx, input }) => touchRecent(ctx, input)),
});
