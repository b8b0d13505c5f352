import * as contract from "../../../contract/sessions/sessions.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageUsers");
const provenManaging = managing.meta({ proof: true });

export const sessionRouter = router({
  list: procedure.input(contract.listSessions).query(({ ctx, input }) => queries.listSessions(ctx, input)),
  revoke: procedure.input(contract.revokeSession).mutation(({ ctx, input }) => commands.revokeSession(ctx, input)),
  revokeAll: procedure
    .input(contract.revokeAllSessions)
    .mutation(({ ctx, input }) => commands.revokeAllSessions(ctx, input)),

  listOf: managing.input(contract.listSessionsOf).query(({ ctx, input }) => queries.listSessionsOf(ctx, input)),
  revokeOf: provenManaging
    .input(contract.revokeSessionOf)
    .mutation(({ ctx, input }) => commands.revokeSessionOf(ctx, input)),
  revokeAllOf: provenManaging
    .input(contract.revokeAllSessionsOf)
    .mutation(({ ctx, input }) => commands.revokeAllSessionsOf(ctx, input)),
});
