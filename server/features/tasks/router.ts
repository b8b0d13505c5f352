import * as contract from "../../../contract/tasks/tasks-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { claim, release } from "../claims/commands.ts";
import * as commands from "./commands.ts";
import { completeTask, reopenTask } from "./completion.ts";
import { createTaskOfBox } from "./page-boxes.ts";
import * as queries from "./queries.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./templates.ts";

const writing = procedureFor("writeTasks");
const managing = procedureFor("manageTasks");
const claiming = procedureFor("makeClaims");

export const taskRouter = router({
  list: procedure.input(contract.listTasks).query(({ ctx, input }) => queries.listTasks(ctx, input)),
  get: procedure.input(contract.oneTask).query(({ ctx, input }) => queries.getTask(ctx, input)),
  count: procedure.input(contract.countTasks).query(({ ctx }) => queries.countTasks(ctx)),
  history: procedure.input(contract.oneTask).query(({ ctx, input }) => queries.readTaskHistory(ctx, input)),
  create: writing.input(contract.createTask).mutation(({ ctx, input }) => createTaskOfBox(ctx, input)),
  update: writing.input(contract.updateTask).mutation(({ ctx, input }) => commands.updateTask(ctx, input)),
  assign: writing.input(contract.assignTask).mutation(({ ctx, input }) => commands.assignTask(ctx, input)),
  snooze: writing.input(contract.snoozeTask).mutation(({ ctx, input }) => commands.snoozeTask(ctx, input)),
  check: writing.input(contract.checkTaskItem).mutation(({ ctx, input }) => commands.checkItem(ctx, input)),
  complete: writing.input(contract.oneTask).mutation(({ ctx, input }) => completeTask(ctx, input)),
  reopen: writing.input(contract.oneTask).mutation(({ ctx, input }) => reopenTask(ctx, input)),
  delete: writing.input(contract.oneTask).mutation(({ ctx, input }) => commands.deleteTask(ctx, input)),
  claim: claiming.input(contract.oneTask).mutation(({ ctx, input }) => claim(ctx, { type: "task", id: input.id })),
  release: claiming.input(contract.oneTask).mutation(({ ctx, input }) => release(ctx, { type: "task", id: input.id })),
  templates: procedure.input(contract.listTaskTemplates).query(({ ctx }) => listTemplates(ctx.db)),
  saveTemplate: managing.input(contract.saveTaskTemplate).mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  deleteTemplate: managing.input(contract.oneTask).mutation(({ ctx, input }) => deleteTemplate(ctx, input)),
});
