import { readCalendar as calendarInput, readLanes as lanesInput } from "../../../contract/deadlines/calendar-input.ts";
import * as contract from "../../../contract/deadlines/deadlines-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { claim, release } from "../claims/commands.ts";
import { readCalendar, readLanes } from "./calendar.ts";
import * as commands from "./commands.ts";
import * as ownDates from "./own-dates.ts";
import { listDeadlines, readDeadline } from "./queries.ts";
import { remind } from "./remind.ts";

const writing = procedureFor("editRecords");
const claiming = procedureFor("makeClaims");

export const deadlineRouter = router({
  list: procedure.input(contract.listDeadlines).query(({ ctx, input }) => listDeadlines(ctx, input)),
  get: procedure.input(contract.oneDeadline).query(({ ctx, input }) => readDeadline(ctx, input.id)),
  calendar: procedure.input(calendarInput).query(({ ctx, input }) => readCalendar(ctx, input)),
  lanes: procedure.input(lanesInput).query(({ ctx, input }) => readLanes(ctx, input)),
  create: writing.input(contract.createDeadline).mutation(({ ctx, input }) => ownDates.createDeadline(ctx, input)),
  update: writing.input(contract.updateDeadline).mutation(({ ctx, input }) => ownDates.updateDeadline(ctx, input)),
  delete: writing.input(contract.oneDeadline).mutation(({ ctx, input }) => ownDates.deleteDeadline(ctx, input)),
  complete: writing.input(contract.completeDeadline).mutation(({ ctx, input }) => commands.complete(ctx, input)),
  reopen: writing.input(contract.oneDeadline).mutation(({ ctx, input }) => commands.reopen(ctx, input)),
  assign: writing.input(contract.assignDeadline).mutation(({ ctx, input }) => commands.assign(ctx, input)),
  setLeads: writing.input(contract.setDeadlineLeads).mutation(({ ctx, input }) => commands.setLeads(ctx, input)),
  decide: writing.input(contract.decideDeadline).mutation(({ ctx, input }) => commands.decideDeadline(ctx, input)),
  snooze: procedure.input(contract.snoozeDeadline).mutation(({ ctx, input }) => commands.snooze(ctx, input)),
  remind: writing.input(contract.oneDeadline).mutation(({ ctx, input }) => remind(ctx, input)),
  claim: claiming.input(contract.oneDeadline).mutation(({ ctx, input }) => claim(ctx, { type: "deadline", ...input })),
  release: claiming
    .input(contract.oneDeadline)
    .mutation(({ ctx, input }) => release(ctx, { type: "deadline", ...input })),
});
