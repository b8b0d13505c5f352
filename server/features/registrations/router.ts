import { oneTarget } from "../../../contract/lookups/lookups.ts";
import * as contract from "../../../contract/registrations/registration-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { adoptExpiry } from "./commands.ts";
import { listAnswers, listEndings, readRegistration } from "./queries.ts";

export const registrationRouter = router({
  get: procedure.input(oneTarget).query(({ ctx, input }) => readRegistration(ctx, input)),
  answers: procedureFor("seeHolders")
    .input(oneTarget)
    .query(({ ctx, input }) => listAnswers(ctx, input)),
  endings: procedureFor("manageSettings")
    .input(contract.listEndings)
    .query(({ ctx }) => listEndings(ctx)),
  adoptExpiry: procedureFor("editRecords")
    .input(contract.adoptExpiry)
    .mutation(({ ctx, input }) => adoptExpiry(ctx, input)),
});
