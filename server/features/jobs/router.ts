import { listTasks, runTask } from "../../../contract/jobs/jobs.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");

export const taskRouter = router({
  list: managing.input(listTasks).query(({ ctx }) => queries.listTasks(ctx)),
  run: managing.input(runTask).mutation(({ ctx, input }) => runNow(ctx, input)),
});

/** „Jetzt ausführen“: answers when the task has ended, with how. */
async function runNow(ctx: PersonContext, { name }: { name: string }) {
  if (!ctx.jobs.list.some((job) => job.name === name)) throw notFound();
  await transact(ctx, (tx) => tx.record({ kind: "task.run", subject: { type: "task", id: name } }));
  await ctx.jobs.run(ctx, name);
  const tasks = await queries.listTasks(ctx);
  return tasks.find((task) => task.name === name);
}
