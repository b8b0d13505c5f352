import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { jobLabels } from "../../contract/jobs/jobs.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { portalMoment, portalTime } from "../../contract/time/portal-time.ts";
import { isWorkday } from "../../contract/time/work-calendar.ts";
import { labelLeases } from "../nodes/lease-labels.ts";
import {
  giveUpLease,
  isHeld,
  LeaseLost,
  listLeases,
  mustHoldLease,
  type NodeLease,
  takeLease,
} from "../nodes/leases.ts";
import { isLiving } from "../nodes/nodes.ts";
import type { Services } from "../trpc/context.ts";
import { endedRun, listRunningOnNodes, noteEndHere, noteStartHere } from "./run-notes.ts";
import { jittered } from "./waits.ts";

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
  /** Looks after what is a node's own, such as its disk: of several nodes each runs it, by its own clock and from its start on. */
  onEachNode?: true;
} & ({ everyMs: number } | { daily: Daily });

/** Once a day by the portal's clocks. A portal that was down then makes up for it the same day, and only then. */
export interface Daily {
  /** `HH:MM`. */
  at: string;
  workdaysOnly?: true;
}

const tickMs = minuteMs;
/** Nodes look for due jobs at moments of their own; what is always due runs no more often than this for that. */
const minSharedMs = tickMs / 2;
/** By how much the clock of another node may be ahead. */
const aheadMs = 10_000;
/** How often it is asked whether the run of another node is over. */
const askMs = 500;
/** Ticks further apart tell that the machine was asleep, or that its clock was set. */
const steadyMs = 5 * minuteMs;

/** The lane of all jobs that name none. */
export const sharedLane = "shared";
export const laneOf = ({ lane = sharedLane }: Job) => lane;

/** The jobs of the portal; of each one run at a time, whichever node it is on, or one on each node. */
export interface Jobs {
  list: readonly Job[];
  /** The names of those that run, here or on another node. */
  running(services: Pick<Services, "db" | "nodes">): Promise<ReadonlySet<string>>;
  /** Runs every job that is due, one after the other; only those of one lane where one is named. */
  runDue(services: Services, lane?: string): Promise<void>;
  /** Since when the schedule looks for due jobs every minute; undefined where nobody has started it. */
  steadySince(): Date | undefined;
  /** Takes note that the schedule looks for due jobs now. */
  noteTick(now: Date): void;
  /** Runs a job now, or waits for the run that is under way. Never rejects: how it ended is in `job_runs`. */
  run(services: Services, name: string): Promise<void>;
  /** Runs a job of each node on this one, since somebody has asked another node for it. */
  runHere(services: Services, name: string): Promise<void>;
}

/** By which nodes tell each other that somebody has asked for a job that each runs for itself. */
const askedTopic = "job-asked";
const asked = z.object({ name: z.string() });

const isOwn = ({ nodes }: Pick<Services, "nodes">, job: Job) => nodes.isShared && job.onEachNode === true;

/** What a lease is called under which a job runs. */
const leasePrefix = "job:";
labelLeases("job", (name) => jobLabels[name] ?? name);

/** Opens the jobs; when and how each last ended is kept in `job_runs`. */
export function openJobs(list: readonly Job[]): Jobs {
  const running = new Map<string, Promise<void>>();
  /** When jobs that are this node's own last started on it. */
  const startedHere = new Map<string, Date>();
  let steady: { since: Date; last: Date } | undefined;
  const find = (name: string) => list.find((job) => job.name === name);

  async function start(services: Services, job: Job, order: Order): Promise<void> {
    const run = running.get(job.name) ?? runJob(services, job, order).finally(() => running.delete(job.name));
    running.set(job.name, run);
    await run;
  }

  async function startIfDue(services: Services, job: Job): Promise<void> {
    if (isOwn(services, job)) {
      const now = services.now();
      if (!services.nodes.mayClaim() || !isDue(job, startedHere.get(job.name), now)) return;
      startedHere.set(job.name, now);
      return start(services, job, { since: undefined });
    }
    const last = await readLast(services, job);
    const lastStart = last && new Date(last.startedAt);
    if (last?.isCut || isDue(job, lastStart, services.now(), services.nodes.isShared))
      await start(services, job, { since: last?.startedAt });
  }

  return {
    list,
    async running(services) {
      const led = (await listLeases(services)).filter(({ name }) => name.startsWith(leasePrefix));
      const own = await listRunningOnNodes(services);
      return new Set([...running.keys(), ...led.map(({ name }) => name.slice(leasePrefix.length)), ...own]);
    },
    async runDue(services, lane) {
      const jobs = lane === undefined ? list : list.filter((job) => laneOf(job) === lane);
      for (const job of jobs) await startIfDue(services, job);
    },
    steadySince: () => steady?.since,
    noteTick(now) {
      const isSteady = steady && now >= steady.last && now.getTime() - steady.last.getTime() <= steadyMs;
      steady = { since: isSteady && steady ? steady.since : now, last: now };
    },
    async run(services, name) {
      const job = find(name);
      if (!job) return;
      if (isOwn(services, job)) services.bus.publish(askedTopic, { name });
      await start(services, job, "asked");
    },
    async runHere(services, name) {
      const job = find(name);
      if (job && isOwn(services, job)) await start(services, job, "asked");
    },
  };
}

/** Why a job runs: somebody wants it, or it is due since the start that was its last one; undefined where it had none. */
type Order = "asked" | { since: string | undefined };

/** When a job last started, and, of several nodes, whether that run died with its node. */
async function readLast({ db, nodes }: Services, job: Job): Promise<{ startedAt: string; isCut?: number } | undefined> {
  const last = db.selectFrom("jobRuns").select("startedAt").where("name", "=", job.name);
  if (!nodes.isShared) return last.executeTakeFirst();
  const isLed = sql`exists (select 1 from leases as l where l.name = ${leasePrefix + job.name} and ${isLiving(sql.ref("l.node"))})`;
  return last
    .select(sql<number>`case when finished_at is null and not ${isLed} then 1 else 0 end`.as("isCut"))
    .executeTakeFirst();
}

/**
 * Whether a job that last started then has to run now; a start in the future was the one of a wrong clock. Of several nodes
 * each has a clock of its own, so that a start may seem to come from the near future.
 */
export function isDue(job: Job, lastStart: Date | undefined, now: Date, isShared = false): boolean {
  const last = lastStart && lastStart.getTime() <= now.getTime() + (isShared ? aheadMs : 0) ? lastStart : undefined;
  if ("everyMs" in job)
    return !last || now.getTime() - last.getTime() >= Math.max(job.everyMs, isShared ? minSharedMs : 0);
  const { day } = portalTime(now);
  const due = portalMoment(day, job.daily.at);
  return !(job.daily.workdaysOnly && !isWorkday(day)) && due <= now && (!last || last < due);
}

/** Runs a job under its lease; not at all where another node has it, which is waited for when somebody has asked. */
async function runJob(services: Services, job: Job, order: Order): Promise<void> {
  const { db, log } = services;
  if (isOwn(services, job)) {
    await noteStartHere(services, job.name);
    return noteEndHere(services, job.name, await attempt(services, job, order));
  }
  const lease = await takeLease(services, leasePrefix + job.name);
  if (!lease) {
    if (order === "asked") await untilOver(services, job);
    return;
  }
  try {
    if (await noteStart(services, job, { lease, order })) await runUnder(services, job, { lease, order });
  } finally {
    await giveUpLease(db, lease).catch((err: unknown) => log.warn({ err, job: job.name }, "a lease was not given up"));
  }
}

interface Claimed {
  lease: NodeLease;
  order: Order;
}

/** Does what a job is there for; null where it did, otherwise why not. */
async function attempt(services: Services, job: Job, order: Order): Promise<string | null> {
  try {
    if (order === "asked") await job.whenAsked?.(services);
    await job.run(services);
    return null;
  } catch (error) {
    if (error instanceof LeaseLost) services.log.warn({ job: job.name }, "another node has taken over the job");
    else services.log.error({ err: error, job: job.name }, "job failed");
    return error instanceof Error ? error.message : String(error);
  }
}

async function runUnder(services: Services, job: Job, { lease, order }: Claimed): Promise<void> {
  let isOver = false;
  // What a job has begun and not waited for is not part of its run.
  const fence: Services["fence"] = async (tx) => {
    if (!isOver) await mustHoldLease(tx, lease);
  };
  const fenced = services.nodes.isShared ? { ...services, fence } : services;
  const error = await attempt(fenced, job, order);
  isOver = true;
  await services.db
    .updateTable("jobRuns")
    .set({
      ...endedRun(error, services.now().toISOString()),
      ...(error === null ? { toldAt: null } : {}),
    })
    .where("name", "=", job.name)
    .$if(services.nodes.isShared, (update) => update.where(isHeld(lease)))
    .execute();
}

/** Keeps that a job runs now; false where another node has run it since it was found to be due. */
async function noteStart({ db, nodes, now }: Services, job: Job, { lease, order }: Claimed): Promise<boolean> {
  const started = { name: job.name, startedAt: now().toISOString(), finishedAt: null, error: null };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("jobRuns")
    .values(started)
    .onConflict((conflict) => {
      const update = conflict.column("name").doUpdateSet(started);
      if (!nodes.isShared) return update;
      const isSame = order === "asked" ? update : update.where("jobRuns.startedAt", "=", order.since ?? "");
      return isSame.where(isHeld(lease));
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Resolves when no node runs a job any more. */
async function untilOver(services: Services, { name }: Job): Promise<void> {
  const isLed = async () => (await listLeases(services)).some((lease) => lease.name === leasePrefix + name);
  while (await isLed()) await pause(askMs);
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
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    tick();
    // So that it is not always the same node that comes first.
    timer = setTimeout(begin, services.nodes.isShared ? jittered(tickMs) : tickMs);
  };
  begin();
  const unsubscribe = services.bus.subscribe(askedTopic, (payload) => {
    const { name } = asked.parse(payload);
    void services.jobs
      .runHere(services, name)
      .catch((err: unknown) => services.log.error({ err, job: name }, "a job could not run"));
  });
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
      await Promise.all(lanes.map(({ running }) => running));
    },
  };
}
