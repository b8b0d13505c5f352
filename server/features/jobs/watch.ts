import { escapeHtml } from "../../../contract/document/html.ts";
import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { listAdmins } from "../../db/active-users.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { nextRun } from "../../jobs/plan.ts";
import { isDue, type Job, laneOf } from "../../jobs/runner.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";

/** How often a job has to fail in a row before anybody is told: a single failure may be a hiccup. */
const failuresUntilTold = 2;
/** How late a job has to be before its schedule counts as stopped. */
const quietMs = 2 * hourMs;
/** How many are told one by one. */
const maxTold = 3;

type Watching = Pick<Services, "db" | "nodes" | "now" | "live" | "jobs" | "fence">;
type Looking = Pick<Services, "db" | "nodes" | "now" | "jobs">;

export interface JobTroubles {
  failing: Job[];
  /** Failed at their last run, and are not tried again for long. */
  stumbled: Job[];
  /** Due for long without having started. */
  quiet: Job[];
  /** Running for long without an end. */
  hanging: Job[];
}

/** Which jobs keep failing, have gone quiet or do not come to an end, whether or not anybody was told. */
export async function findJobTroubles(services: Looking): Promise<JobTroubles> {
  const { db, now, jobs } = services;
  const running = await jobs.running(services);
  const runs = new Map((await db.selectFrom("jobRuns").selectAll().execute()).map((run) => [run.name, run]));
  const isFarOff = (job: Job) => nextRun(job, now(), now()).getTime() - now().getTime() > quietMs;
  return {
    stumbled: jobs.list.filter((job) => runs.get(job.name)?.failures === 1 && isFarOff(job)),
    failing: jobs.list.filter(({ name }) => (runs.get(name)?.failures ?? 0) >= failuresUntilTold),
    quiet: jobs.list.filter((job) => {
      const run = runs.get(job.name);
      return run !== undefined && !running.has(job.name) && isQuiet({ now, jobs }, job, new Date(run.startedAt));
    }),
    hanging: findHanging({ now, jobs }, runs, running),
  };
}

function findHanging(
  { now, jobs }: Pick<Services, "now" | "jobs">,
  runs: ReadonlyMap<string, { startedAt: string }>,
  running: ReadonlySet<string>,
) {
  const before = new Date(now().getTime() - quietMs).toISOString();
  return jobs.list.filter(({ name }) => running.has(name) && (runs.get(name)?.startedAt ?? before) < before);
}

/** Tells the admins, once for each time, of jobs that keep failing and of schedules that have gone quiet. */
export async function watchJobs(services: Watching): Promise<void> {
  const { db, jobs } = services;
  const running = await jobs.running(services);
  const runs = new Map((await db.selectFrom("jobRuns").selectAll().execute()).map((run) => [run.name, run]));
  const quiet: Job[] = [];
  for (const job of jobs.list) {
    const run = runs.get(job.name);
    if (!run || run.toldAt !== null) continue;
    if (run.failures >= failuresUntilTold)
      await tell(services, [job], {
        event: "jobFailed",
        title: `„${labelOf(job)}“ ist fehlgeschlagen`,
        message: `${run.failures}-mal hintereinander, zuletzt mit: ${run.error ?? "unbekannter Ursache"}`,
      });
    else if (isQuiet(services, job, new Date(run.startedAt)) && !running.has(job.name)) quiet.push(job);
  }
  const hanging = findHanging(services, runs, running);
  for (const [lane, waiting] of Map.groupBy(quiet, laneOf))
    await tellQuiet(
      services,
      waiting,
      hanging.find((job) => laneOf(job) === lane),
    );
  // Nobody waits for what is alone in its lane, so nothing else tells of it.
  for (const job of hanging)
    if (runs.get(job.name)?.toldAt === null && jobs.list.every((each) => each === job || laneOf(each) !== laneOf(job)))
      await tell(services, [job], {
        event: "schedulerStale",
        title: `„${labelOf(job)}“ kommt nicht zum Ende`,
        message: "Ein Neustart des Portals bringt es wieder in Gang.",
      });
}

const labelOf = ({ name }: Job) => jobLabels[name] ?? name;

/** Of many that wait for the same one, a single notification tells. */
async function tellQuiet(services: Watching, quiet: readonly Job[], hanging: Job | undefined): Promise<void> {
  const cause = hanging ? `„${labelOf(hanging)}“ kommt nicht zum Ende.` : "Der Zeitplan ist verstummt.";
  const trouble = {
    event: "schedulerStale",
    message: `${cause} Ein Neustart des Portals bringt alles wieder in Gang.`,
  } as const;
  const [first] = quiet;
  if (first && quiet.length > maxTold)
    return tell(services, quiet, {
      ...trouble,
      title: `„${labelOf(first)}“ und ${quiet.length - 1} weitere Abläufe laufen nicht mehr`,
    });
  for (const job of quiet) await tell(services, [job], { ...trouble, title: `„${labelOf(job)}“ läuft nicht mehr` });
}

/**
 * Whether a job has been due for long without having started, while the schedule was awake; one that waits for its hour
 * is not late.
 */
function isQuiet({ jobs, now }: Pick<Services, "now" | "jobs">, job: Job, lastStart: Date): boolean {
  const before = new Date(now().getTime() - quietMs);
  const since = jobs.steadySince();
  return (!since || since <= before) && lastStart < before && isDue(job, lastStart, before);
}

interface Trouble {
  event: "jobFailed" | "schedulerStale";
  title: string;
  message: string;
}

async function tell(services: Watching, jobs: readonly Job[], { event, title, message }: Trouble): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  const { name } = first;
  await transact(systemContext(services), async (tx) => {
    // Of several processes one tells.
    const { numUpdatedRows } = await tx.db
      .updateTable("jobRuns")
      .set({ toldAt: tx.now().toISOString() })
      .where(
        "name",
        "in",
        jobs.map((job) => job.name),
      )
      .where("toldAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const told = (await listAdmins(tx.db)).map(({ id }) => id);
    for (const id of told)
      await notify(tx, {
        forUserId: id,
        title,
        message: escapeHtml(message),
        category: "system",
        severity: "critical",
        link: "/settings/tasks",
        groupKey: `job:${name}`,
      });
    await announceToTeam(tx, {
      topicKey: `job:${name}`,
      state: "once",
      category: "system",
      severity: "warning",
      title,
      text: message,
      link: "/settings/tasks",
      customerIds: [],
      toldUserIds: told,
    });
    tx.signal({ event, payload: { job: { id: name, name: labelOf(first) } } });
  });
}
