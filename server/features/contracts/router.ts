import { getRecord } from "../../../contract/records/list-input.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listUncovered } from "./coverage.ts";
import { contracts } from "./store.ts";

export const contractRouter = router({
  ...recordProcedures(contracts),
  uncovered: procedure.input(getRecord).query(({ ctx, input }) => listUncovered(ctx, input)),
});
