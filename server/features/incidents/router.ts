import * as contract from "../../../contract/incidents/incidents-input.ts";
import { listRecords as listInput } from "../../../contract/records/list-input.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { claimIncident, closeIncident, noteIncident } from "./commands.ts";
import { draftCustomerInfo, sendCustomerInfo } from "./customer-info/customer-info.ts";
import { findIncidents, readBanners, readIncident, readPage } from "./queries.ts";
import { writeReport } from "./report.ts";
import { setPin } from "./runbooks.ts";
import { incidents } from "./store.ts";

export const incidentRouter = router({
  ...recordProcedures(incidents),
  find: procedure.input(listInput).query(({ ctx, input }) => findIncidents(ctx, input)),
  read: procedure.input(contract.oneIncident).query(({ ctx, input }) => readIncident(ctx, input)),
  page: procedure.input(contract.oneIncident).query(({ ctx, input }) => readPage(ctx, input)),
  banners: procedure.input(contract.listBanners).query(({ ctx }) => readBanners(ctx)),
  claim: procedureFor("makeClaims")
    .input(contract.oneIncident)
    .mutation(({ ctx, input }) => claimIncident(ctx, input)),
  close: procedureFor("closeIncidents")
    .input(contract.closeIncident)
    .mutation(({ ctx, input }) => closeIncident(ctx, input)),
  customerInfo: procedureFor("makeClaims")
    .input(contract.draftCustomerInfo)
    .query(({ ctx, input }) => draftCustomerInfo(ctx, input)),
  sendCustomerInfo: procedureFor("makeClaims")
    .input(contract.sendCustomerInfo)
    .mutation(({ ctx, input }) => sendCustomerInfo(ctx, input)),
  report: procedureFor("editRecords")
    .input(contract.oneIncident)
    .mutation(({ ctx, input }) => writeReport(ctx, input)),
  setPin: procedureFor("editRecords")
    .input(contract.setPin)
    .mutation(({ ctx, input }) => setPin(ctx, input)),
  note: procedureFor("makeClaims")
    .input(contract.noteIncident)
    .mutation(({ ctx, input }) => noteIncident(ctx, input)),
});
