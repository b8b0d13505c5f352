import { minuteMs } from "../../contract/time/durations.ts";
import { portalMoment, portalTime } from "../../contract/time/portal-time.ts";
import { isWorkday } from "../../contract/time/work-calendar.ts";
import type { Services } from "../trpc/context.ts";

/** Work that repeats: `run` may be called again at any time, also after a crash in the middle. */
export type Job = {
  name: string;
  run(services: Services): Promise<unknown>;
  /** Comes before the run when somebody has asked for it. */
  whenAsked?(services: Services): Promise<unknown>;
  /** How often it does something, in words, where it only looks more often. */
  plan?: string;
  /** Runs beside the jobs of other lanes, so that none of them that does not end can keep it waiting, nor it one of them. */
  lane?: string;
} & ({ everyMs: number } | { daily: Daily });

/** Once a day by the portal's clocks. A portal that was down then makes up for it the same day, and only then. */
export interface Daily {
  /** `HH:MM`. */
  at: string;
  workdaysOnly?: true;
}

const tickMs = minuteMs;
/** Ticks further apart tell that the machine was asleep, or that its clock was set. */
const steadyMs = 5 * minuteMs;

/** The lane of all jobs that name none. */
export const sharedLane = "shared";
export const laneOf = ({ lane = sharedLane }: Job) => lane;

/** The jobs of the portal; of each one run at a time. */
export interface Jobs {
  list: readonly Job[];
  isRunning(name: string): boolean;
  /** Runs every job that is due, one after the other; only those of one lane where one is named. */
  runDue(services: Services, lane?: string): Promise<void>;
  /** Since when the schedule looks for due jobs every minute; undefined where nobody has started it. */
  steadySince(): Date | undefined;
  /** Takes note that the schedule looks for due jobs now. */
  noteTick(now: Date): void;
  /** Runs a job now, or waits for the run that is under way. Never rejects: how it ended is in `job_runs`. */
  run(services: Services, name: string): Promise<void>;
}

/** Opens the jobs; when and how each last ended is kept in `job_runs`. */
export function openJobs(list: readonly Job[]): Jobs {
  const running = new Map<string, Promise<void>>();
  let steady: { since: Date; last: Date } | undefined;

  async function start(services: Services, job: Job, isAsked = false): Promise<void> {
    const run = running.get(job.name) ?? runJob(services, job, isAsked).finally(() => running.delete(job.name));
    running.set(job.name, run);
    await run;
  }

  return {
    list,
    isRunning: (name) => running.has(name),
    async runDue(services, lane) {
      const jobs = lane === undefined ? list : list.filter((job) => laneOf(job) === lane);
      for (const job of jobs) if (await isDueNow(services, job)) await start(services, job);
    },
    steadySince: () => steady?.since,
    noteTick(now) {
      const isSteady = steady && now >= steady.last && now.getTime() - steady.last.getTime() <= steadyMs;
      steady = { since: isSteady && steady ? steady.since : now, last: now };
    },
    async run(services, name) {
      const job = list.find((known) => known.name === name);
      if (job) await start(services, job, true);
    },
  };
}

async function isDueNow({ db, now }: Services, job: Job): Promise<boolean> {
  const last = await db.selectFrom("jobRuns").select("startedAt").where("name", "=", job.name).executeTakeFirst();
  return isDue(job, last && new Date(last.startedAt), now());
}

/** Whether a job that last started then has to run now; a start in the future was the one of a wrong clock. */
export function isDue(job: Job, lastStart: Date | undefined, now: Date): boolean {
  const last = lastStart && lastStart <= now ? lastStart : undefined;
  if ("everyMs" in job) return !last || now.getTime() - last.getTime() >= job.everyMs;
  const { day } = portalTime(now);
  const due = portalMoment(day, job.daily.at);
  return !(job.daily.workdaysOnly && !isWorkday(day)) && due <= now && (!last || last < due);
}

async function runJob(services: Services, job: Job, isAsked: boolean): Promise<void> {
  const { db, log } = services;
  const startedAt = services.now().toISOString();
  const started = { name: job.name, startedAt, finishedAt: null, error: null };
  await db
    .insertInto("jobRuns")
    .values(started)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(started))
    .execute();
  let problem: unknown;
  try {
    if (isAsked) await job.whenAsked?.(services);
    await job.run(services);
  } catch (error) {
    problem = error;
    log.error({ err: error, job: job.name }, "job failed");
  }
  const error = problem === undefined ? null : problem instanceof Error ? problem.message : String(problem);
  const finishedAt = services.now().toISOString();
  await db
    .updateTable("jobRuns")
    .set((eb) => ({
      finishedAt,
      error,
      ...(error === null
        ? { succeededAt: finishedAt, failures: 0, toldAt: null }
        : { failures: eb("failures", "+", 1) }),
    }))
    .where("name", "=", job.name)
    .execute();
}

/** Looks for due jobs now and then every minute; `stop` waits for those that run. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  let isStopped = false;
  const names = new Set(services.jobs.list.map(laneOf));
  const lanes = [...names].map((name) => ({ name, running: Promise.resolve() }));
  const tick = () => {
    services.jobs.noteTick(services.now());
    for (const lane of lanes)
      lane.running = lane.running
        .then(() => (isStopped ? undefined : services.jobs.runDue(services, lane.name)))
        .catch((error) => services.log.error({ err: error }, "jobs could not run"));
  };
  tick();
  const timer = setInterval(tick, tickMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(lanes.map(({ running }) => running));
    },
  };
}
