import * as contract from "../../../contract/privacy/privacy.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { erasePerson } from "./erase.ts";
import { readProcessing } from "./processing.ts";
import * as queries from "./queries.ts";

export const privacyRouter = router({
  exportPerson: procedure.input(contract.exportPerson).mutation(({ ctx, input }) => queries.exportPerson(ctx, input)),
  erasePerson: procedureFor("manageUsers")
    .input(contract.erasePerson)
    .mutation(({ ctx, input }) => erasePerson(ctx, input)),
  erasures: procedureFor("manageUsers")
    .input(contract.listErasures)
    .query(({ ctx }) => queries.listErasures(ctx.db)),
  processing: procedureFor("manageSettings")
    .input(contract.readProcessing)
    .query(({ ctx }) => readProcessing(ctx.db)),
});
