import { oneTarget } from "../../../contract/lookups/lookups.ts";
import { tryRules } from "../../../contract/settings/technologies.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { rateLimited } from "../../trpc/rate-limit.ts";
import { readTechnologies } from "./queries.ts";
import { tryOwnRules } from "./try-rules.ts";

export const technologyRouter = router({
  get: procedure.input(oneTarget).query(({ ctx, input }) => readTechnologies(ctx, input)),
  tryRules: procedureFor("manageSettings")
    .use(rateLimited("channelTests"))
    .input(tryRules)
    .mutation(({ ctx, input }) => tryOwnRules(ctx, input)),
});
