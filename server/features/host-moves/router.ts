import * as contract from "../../../contract/host-moves/host-moves.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { planMove, sendHostInfo } from "./commands.ts";
import { draftHostInfo, listMovable } from "./queries.ts";

const editing = procedureFor("editRecords");

export const hostMoveRouter = router({
  movable: procedure.input(contract.oneHost).query(({ ctx, input }) => listMovable(ctx, input)),
  plan: editing.input(contract.planMove).mutation(({ ctx, input }) => planMove(ctx, input)),
  draft: editing.input(contract.oneHost).query(({ ctx, input }) => draftHostInfo(ctx, input)),
  send: editing.input(contract.sendHostInfo).mutation(({ ctx, input }) => sendHostInfo(ctx, input)),
});
