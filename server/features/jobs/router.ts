import { listJobs, runJob } from "../../../contract/jobs/jobs.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");

export const jobRouter = router({
  list: managing.input(listJobs).query(({ ctx }) => queries.listJobs(ctx)),
  run: managing.input(runJob).mutation(({ ctx, input }) => runNow(ctx, input)),
});

/** „Jetzt ausführen“: answers when the task has ended, with how. */
async function runNow(ctx: PersonContext, { name }: { name: string }) {
  if (!ctx.jobs.list.some((job) => job.name === name)) throw notFound();
  await transact(ctx, (tx) => tx.record({ kind: "job.run", subject: { type: "job", id: name } }));
  await ctx.jobs.run(ctx, name);
  const tasks = await queries.listJobs(ctx);
  return tasks.find((task) => task.name === name);
}
