import { noInput } from "../../../contract/dashboard/dashboard-input.ts";
import { getRecord } from "../../../contract/records/list-input.ts";
import { startTimer, stopTimer } from "../../../contract/time-entries/timer-input.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { timeEntries } from "./store.ts";
import { discard, readTimer, start, stop, summariseWork } from "./timers.ts";

export const timeEntryRouter = router({
  ...recordProcedures(timeEntries),
  timer: procedure.input(noInput).query(({ ctx }) => readTimer(ctx)),
  start: procedureFor("editRecords")
    .input(startTimer)
    .mutation(({ ctx, input }) => start(ctx, input)),
  stop: procedureFor("editRecords")
    .input(stopTimer)
    .mutation(({ ctx, input }) => stop(ctx, input)),
  discard: procedureFor("editRecords")
    .input(noInput)
    .mutation(({ ctx }) => discard(ctx)),
  summary: procedure.input(getRecord).query(({ ctx, input }) => summariseWork(ctx, input)),
});
