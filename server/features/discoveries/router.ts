import * as contract from "../../../contract/discoveries/discoveries-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { retryDiscovery } from "./retry.ts";

const procedure = procedureFor("editRecords");

export const discoveryRouter = router({
  list: procedure.input(contract.listDiscoveries).query(({ ctx }) => queries.listDiscoveries(ctx)),
  get: procedure.input(contract.discoveryId).query(({ ctx, input }) => queries.getDiscovery(ctx, input)),
  create: procedure.input(contract.createDiscovery).mutation(({ ctx, input }) => commands.createDiscovery(ctx, input)),
  retry: procedure.input(contract.retryDiscovery).mutation(({ ctx, input }) => retryDiscovery(ctx, input)),
  createSites: procedure.input(contract.createSites).mutation(({ ctx, input }) => commands.createSites(ctx, input)),
  delete: procedure.input(contract.discoveryId).mutation(({ ctx, input }) => commands.deleteDiscovery(ctx, input)),
});
