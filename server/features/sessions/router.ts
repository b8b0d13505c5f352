import { listSessions, revokeAllSessions, revokeSession } from "../../../contract/sessions/sessions.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const sessionRouter = router({
  list: procedure.input(listSessions).query(({ ctx, input }) => queries.listSessions(ctx, input)),
  revoke: procedure.input(revokeSession).mutation(({ ctx, input }) => commands.revokeSession(ctx, input)),
  revokeAll: procedure.input(revokeAllSessions).mutation(({ ctx, input }) => commands.revokeAllSessions(ctx, input)),
});
