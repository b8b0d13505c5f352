import { oneTarget } from "../../../contract/lookups/lookups.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { readRedirect } from "./queries.ts";

export const redirectRouter = router({
  get: procedure.input(oneTarget).query(({ ctx, input }) => readRedirect(ctx, input)),
});
