import * as contract from "../../../contract/addresses/addresses-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { applyProposals, linkWebsites } from "./commands.ts";
import { proposeHosts } from "./proposals.ts";
import { readHostNetwork, readHostSoftware, readSiteAddresses } from "./queries.ts";

export const addressRouter = router({
  host: procedure.input(contract.oneRecord).query(({ ctx, input }) => readHostNetwork(ctx, input)),
  hostSoftware: procedure.input(contract.oneRecord).query(({ ctx, input }) => readHostSoftware(ctx, input)),
  website: procedure.input(contract.oneRecord).query(({ ctx, input }) => readSiteAddresses(ctx, input)),
  proposals: procedure.input(contract.listHostProposals).query(({ ctx }) => proposeHosts(ctx.db)),
  applyProposals: procedureFor("editRecords")
    .input(contract.applyProposals)
    .mutation(({ ctx, input }) => applyProposals(ctx, input)),
  linkWebsites: procedureFor("editRecords")
    .input(contract.linkWebsites)
    .mutation(({ ctx, input }) => linkWebsites(ctx, input)),
});
