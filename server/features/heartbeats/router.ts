import * as contract from "../../../contract/heartbeats/heartbeats-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");

export const heartbeatRouter = router({
  list: procedure.input(contract.listHeartbeats).query(({ ctx, input }) => queries.listHeartbeats(ctx, input)),
  create: managing.input(contract.createHeartbeat).mutation(({ ctx, input }) => commands.createHeartbeat(ctx, input)),
  update: managing.input(contract.updateHeartbeat).mutation(({ ctx, input }) => commands.updateHeartbeat(ctx, input)),
  renew: managing.input(contract.heartbeatKey).mutation(({ ctx, input }) => commands.renewHeartbeat(ctx, input)),
  delete: managing.input(contract.heartbeatKey).mutation(({ ctx, input }) => commands.deleteHeartbeat(ctx, input)),
});
