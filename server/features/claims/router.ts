import { claimKey } from "../../../contract/claims/claims-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { claim, getClaim, release } from "./commands.ts";

export const claimRouter = router({
  get: procedure.input(claimKey).query(({ ctx, input }) => getClaim(ctx, input)),
  claim: procedureFor("makeClaims")
    .input(claimKey)
    .mutation(({ ctx, input }) => claim(ctx, input)),
  release: procedureFor("makeClaims")
    .input(claimKey)
    .mutation(({ ctx, input }) => release(ctx, input)),
});
