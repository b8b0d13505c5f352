import { jobLabels, type ScheduledJob } from "../../../contract/jobs/jobs.ts";
import { nextRun, planText } from "../../jobs/plan.ts";
import type { Job } from "../../jobs/runner.ts";
import type { Services } from "../../trpc/context.ts";

/** Everything that repeats, with how it last ended and when it is due again. */
export async function listJobs(services: Pick<Services, "db" | "nodes" | "jobs" | "now">): Promise<ScheduledJob[]> {
  const { db, jobs, now } = services;
  const running = await jobs.running(services);
  const rows = await db.selectFrom("jobRuns").selectAll().execute();
  const runs = new Map(rows.map((row) => [row.name, row]));
  const toJob = (job: Job): ScheduledJob => {
    const run = runs.get(job.name);
    const startedAt = run && new Date(run.startedAt);
    return {
      name: job.name,
      label: jobLabels[job.name] ?? job.name,
      plan: planText(job),
      last: run
        ? {
            at: new Date(run.startedAt),
            durationMs: run.finishedAt ? Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt)) : null,
            error: run.error,
          }
        : null,
      nextAt: nextRun(job, startedAt, now()),
      isRunning: running.has(job.name),
    };
  };
  return jobs.list.map(toJob);
}
