import * as contract from "../../../contract/status-pages/status-pages-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const keeping = procedureFor("manageStatusPages");

/** Who reads the pages has no account; they come through server/http/links/status-pages.ts. */
export const statusPageRouter = router({
  list: keeping.input(contract.listStatusPages).query(({ ctx, input }) => queries.listStatusPages(ctx, input)),
  create: keeping.input(contract.createStatusPage).mutation(({ ctx, input }) => commands.createStatusPage(ctx, input)),
  createWall: keeping.input(contract.createWall).mutation(({ ctx, input }) => commands.createWall(ctx, input)),
  update: keeping.input(contract.updateStatusPage).mutation(({ ctx, input }) => commands.updateStatusPage(ctx, input)),
  renew: keeping.input(contract.statusPageKey).mutation(({ ctx, input }) => commands.renewStatusPage(ctx, input)),
  delete: keeping.input(contract.statusPageKey).mutation(({ ctx, input }) => commands.deleteStatusPage(ctx, input)),
  logo: procedure
    .input(contract.getCustomerLook)
    .query(async ({ ctx, input }) => ({ logoKey: await queries.readLogoKey(ctx, input.customerId) })),
  setLogo: keeping.input(contract.setCustomerLook).mutation(({ ctx, input }) => commands.setCustomerLook(ctx, input)),
});
