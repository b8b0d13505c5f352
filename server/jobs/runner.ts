import type { Services } from "../trpc/context.ts";

/** Work that repeats: `run` may be called again at any time, also after a crash in the middle. */
export interface Job {
  name: string;
  everyMs: number;
  run(services: Services): Promise<unknown>;
}

const tickMs = 60_000;

/** Runs every job that is due, one after the other, and keeps when and how it last ended in `job_runs`. Never rejects. */
export async function runDueJobs(services: Services, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const startedAt = services.now();
    const last = await services.db
      .selectFrom("jobRuns")
      .select("startedAt")
      .where("name", "=", job.name)
      .executeTakeFirst();
    if (last && startedAt.getTime() - Date.parse(last.startedAt) < job.everyMs) continue;
    await runJob(services, job, startedAt.toISOString());
  }
}

async function runJob(services: Services, job: Job, startedAt: string): Promise<void> {
  const { db, log } = services;
  const started = { name: job.name, startedAt, finishedAt: null, error: null };
  await db
    .insertInto("jobRuns")
    .values(started)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(started))
    .execute();
  let problem: unknown;
  try {
    await job.run(services);
  } catch (error) {
    problem = error;
    log.error({ err: error, job: job.name }, "job failed");
  }
  const error = problem === undefined ? null : problem instanceof Error ? problem.message : String(problem);
  await db
    .updateTable("jobRuns")
    .set({ finishedAt: services.now().toISOString(), error })
    .where("name", "=", job.name)
    .execute();
}

/** Looks for due jobs now and then every minute; `stop` waits for the one that runs. */
export function startJobs(services: Services, jobs: readonly Job[]): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const tick = () => {
    running = running
      .then(() => (isStopped ? undefined : runDueJobs(services, jobs)))
      .catch((error) => services.log.error({ err: error }, "jobs could not run"));
  };
  tick();
  const timer = setInterval(tick, tickMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
