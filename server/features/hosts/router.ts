import * as contract from "../../../contract/hosts/shared-addresses.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listSharedAddresses } from "./queries.ts";
import { hosts } from "./store.ts";

export const hostRouter = router({
  ...recordProcedures(hosts),
  sharedAddresses: procedure
    .input(contract.listSharedAddresses)
    .query(({ ctx, input }) => listSharedAddresses(ctx, input)),
});
