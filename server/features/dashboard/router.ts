import * as contract from "../../../contract/dashboard.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listDue } from "./deadlines.ts";
import { countRecords, listRecent, readChecklist } from "./queries.ts";

export const dashboardRouter = router({
  counts: procedure.input(contract.noInput).query(({ ctx }) => countRecords(ctx)),
  due: procedure.input(contract.listDue).query(({ ctx, input }) => listDue(ctx, input)),
  recent: procedure.input(contract.noInput).query(({ ctx }) => listRecent(ctx)),
  checklist: procedure.input(contract.noInput).query(({ ctx }) => readChecklist(ctx)),
});
