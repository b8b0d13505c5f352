import { createApiToken, listApiTokens, revokeApiToken } from "../../../contract/api/tokens-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const apiTokenRouter = router({
  list: procedure.input(listApiTokens).query(({ ctx, input }) => queries.listApiTokens(ctx, input)),
  create: procedure
    .meta({ proof: true })
    .input(createApiToken)
    .mutation(({ ctx, input }) => commands.createApiToken(ctx, input)),
  revoke: procedure.input(revokeApiToken).mutation(({ ctx, input }) => commands.revokeApiToken(ctx, input)),
});
