import * as contract from "../../../contract/dashboard/dashboard-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { remind, snooze } from "./commands.ts";
import { countRecords } from "./counts.ts";
import { listNextOf } from "./deadlines.ts";
import { listDue } from "./due.ts";
import { listRecent, readChecklist, readLayout } from "./queries.ts";
import { listRenewals } from "./renewals.ts";

export const dashboardRouter = router({
  layout: procedure.input(contract.noInput).query(({ ctx }) => readLayout(ctx)),
  counts: procedure.input(contract.noInput).query(({ ctx }) => countRecords(ctx)),
  due: procedure.input(contract.listDue).query(({ ctx, input }) => listDue(ctx, input)),
  nextOf: procedure.input(contract.nextDeadlines).query(({ ctx, input }) => listNextOf(ctx, input)),
  snooze: procedure.input(contract.snoozeNeed).mutation(({ ctx, input }) => snooze(ctx, input)),
  remind: procedureFor("editRecords")
    .input(contract.remindOfDeadline)
    .mutation(({ ctx, input }) => remind(ctx, input)),
  renewals: procedure.input(contract.noInput).query(({ ctx }) => listRenewals(ctx)),
  recent: procedure.input(contract.noInput).query(({ ctx }) => listRecent(ctx)),
  checklist: procedure.input(contract.noInput).query(({ ctx }) => readChecklist(ctx)),
});
