import * as contract from "../../../contract/customers/similar-customers.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { findSimilar } from "./queries.ts";
import { customers } from "./store.ts";

export const customerRouter = router({
  ...recordProcedures(customers),
  similar: procedure.input(contract.findSimilar).query(({ ctx, input }) => findSimilar(ctx, input)),
});
