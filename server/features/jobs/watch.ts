import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { activeUsers } from "../../db/active-users.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { isDue, type Job } from "../../jobs/runner.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";

/** So often a job fails in a row before anybody is told: the first time it may be a hiccup. */
const failuresUntilTold = 2;
/** So long a job is late before its schedule counts as quiet. */
const quietMs = 2 * hourMs;

type Watching = Pick<Services, "db" | "now" | "live" | "jobs">;

/** Tells the admins, once for each time, of jobs that keep failing and of schedules that have gone quiet. */
export async function watchJobs(services: Watching): Promise<void> {
  const { db, now, jobs } = services;
  const runs = await db.selectFrom("jobRuns").selectAll().execute();
  for (const job of jobs.list) {
    const run = runs.find(({ name }) => name === job.name);
    if (!run || run.toldAt !== null) continue;
    const label = jobLabels[job.name] ?? job.name;
    if (run.failures >= failuresUntilTold)
      await tell(services, job, {
        event: "jobFailed",
        title: `„${label}“ ist fehlgeschlagen`,
        message: `${run.failures}-mal hintereinander, zuletzt mit: ${run.error ?? "unbekannter Ursache"}`,
      });
    else if (isQuiet(job, new Date(run.startedAt), now()) && !jobs.isRunning(job.name))
      await tell(services, job, {
        event: "schedulerStale",
        title: `„${label}“ läuft nicht mehr`,
        message: "Der Zeitplan ist verstummt. Ein Neustart des Portals bringt ihn wieder in Gang.",
      });
  }
}

/** Whether a job has been due for long without having started; a job that waits for its hour is not late. */
function isQuiet(job: Job, lastStart: Date, now: Date): boolean {
  const before = new Date(now.getTime() - quietMs);
  return lastStart < before && isDue(job, lastStart, before);
}

interface Trouble {
  event: "jobFailed" | "schedulerStale";
  title: string;
  message: string;
}

async function tell(services: Watching, { name }: Job, { event, title, message }: Trouble): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    // Of several processes one tells.
    const { numUpdatedRows } = await tx.db
      .updateTable("jobRuns")
      .set({ toldAt: tx.now().toISOString() })
      .where("name", "=", name)
      .where("toldAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const told = (await admins(tx)).map(({ id }) => id);
    for (const id of told)
      await notify(tx, {
        ...{ forUserId: id, title, message },
        category: "system",
        severity: "critical",
        link: "/settings/tasks",
        groupKey: `job:${name}`,
      });
    await announceToTeam(tx, {
      ...{ topicKey: `job:${name}`, state: "once", category: "system", severity: "warning", title, text: message },
      ...{ link: "/settings/tasks", customerIds: [], toldUserIds: told },
    });
    tx.signal({ event, payload: { job: { id: name, name: jobLabels[name] ?? name } } });
  });
}

const admins = (tx: Tx) =>
  activeUsers(tx.db).select("id").where("role", "=", "admin").where("joinedAt", "is not", null).execute();
