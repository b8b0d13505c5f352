import * as contract from "../../../contract/follows/follows-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { setFollowing } from "./commands.ts";
import { readFollowing } from "./queries.ts";

export const followRouter = router({
  get: procedure.input(contract.getFollowing).query(({ ctx, input }) => readFollowing(ctx, input)),
  set: procedure.input(contract.setFollowing).mutation(({ ctx, input }) => setFollowing(ctx, input)),
});
