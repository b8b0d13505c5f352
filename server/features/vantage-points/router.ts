import * as contract from "../../../contract/vantage-points/vantage-points-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import { listVantagePoints } from "./queries.ts";

const managing = procedureFor("manageSettings");

/** Agents themselves come through server/http/agent-routes.ts. */
export const vantagePointRouter = router({
  list: managing.input(contract.listVantagePoints).query(({ ctx }) => listVantagePoints(ctx)),
  create: managing
    .input(contract.createVantagePoint)
    .mutation(({ ctx, input }) => commands.createVantagePoint(ctx, input)),
  rename: managing
    .input(contract.renameVantagePoint)
    .mutation(({ ctx, input }) => commands.renameVantagePoint(ctx, input)),
  renew: managing.input(contract.vantagePointKey).mutation(({ ctx, input }) => commands.renewVantagePoint(ctx, input)),
  revoke: managing
    .input(contract.vantagePointKey)
    .mutation(({ ctx, input }) => commands.revokeVantagePoint(ctx, input)),
  delete: managing
    .input(contract.vantagePointKey)
    .mutation(({ ctx, input }) => commands.deleteVantagePoint(ctx, input)),
});
