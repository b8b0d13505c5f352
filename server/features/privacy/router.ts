import * as contract from "../../../contract/privacy/privacy.ts";
import * as wholeExport from "../../../contract/privacy/whole-export.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { erasePerson } from "./erase.ts";
import { readProcessing } from "./processing.ts";
import * as queries from "./queries.ts";
import * as subjects from "./subjects.ts";
import { readWholeExport, startWholeExport } from "./whole-export/runs.ts";

export const privacyRouter = router({
  exportPerson: procedure
    .meta({ proof: true })
    .input(contract.exportPerson)
    .mutation(({ ctx, input }) => queries.exportPerson(ctx, input)),
  erasePerson: procedureFor("manageUsers")
    .input(contract.erasePerson)
    .mutation(({ ctx, input }) => erasePerson(ctx, input)),
  erasures: procedureFor("manageUsers")
    .input(contract.listErasures)
    .query(({ ctx }) => queries.listErasures(ctx.db)),
  findSubject: procedureFor("manageUsers")
    .input(contract.findSubject)
    .query(({ ctx, input }) => subjects.findSubject(ctx.db, input)),
  exportSubject: procedureFor("manageUsers")
    .meta({ proof: true })
    .input(contract.exportSubject)
    .mutation(({ ctx, input }) => subjects.exportSubject(ctx, input)),
  eraseSubject: procedureFor("manageUsers")
    .input(contract.eraseSubject)
    .mutation(({ ctx, input }) => subjects.eraseSubject(ctx, input)),
  proposals: procedureFor("manageUsers")
    .input(contract.listProposals)
    .query(({ ctx }) => subjects.listProposals(ctx)),
  startWholeExport: procedureFor("manageSettings")
    .meta({ proof: true })
    .input(wholeExport.startWholeExport)
    .mutation(({ ctx }) => startWholeExport(ctx)),
  wholeExport: procedureFor("manageSettings")
    .input(wholeExport.readWholeExport)
    .query(({ ctx }) => readWholeExport(ctx.db, ctx.person)),
  processing: procedureFor("manageSettings")
    .input(contract.readProcessing)
    .query(({ ctx }) => readProcessing(ctx.db)),
});
