import { collectDefaultMetrics, Gauge, type OpenMetricsContentType, Registry } from "prom-client";
import { incidentSeverities, openStates } from "../../../contract/incidents/incidents.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import type { Services } from "../../trpc/context.ts";
import { readFigures, type SystemFigures } from "../system/figures.ts";
import { readTargetFamilies } from "./target-families.ts";

export const metricsContentType = Registry.OPENMETRICS_CONTENT_TYPE;

const prefix = "techcenter_";

function createGauges(registry: Registry<OpenMetricsContentType>) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge<Label>({ name: `${prefix}${name}`, help, labelNames: [...labelNames], registers: [registry] });
  return {
    incidents: gauge("incident_open", "Open incidents.", ["severity", "state"]),
    jobSuccess: gauge("job_last_success_timestamp", "When a job last ended well, in Unix seconds.", ["job"]),
    jobFailures: gauge("job_failures", "How often a job has failed since then.", ["job"]),
    queues: gauge("queue_depth", "What waits to be sent or worked off.", ["queue"]),
    queueAges: gauge("queue_oldest_seconds", "How long the oldest of it has waited.", ["queue"]),
    jobStart: gauge("job_last_start_timestamp", "When a job last began, in Unix seconds.", ["job"]),
    sockets: gauge("sockets_open", "Live connections of browsers.", []),
    socketsMax: gauge("sockets_max", "How many of them there may be.", []),
    pushUp: gauge("push_server_up", "Whether the push server answers.", []),
    pushRestarts: gauge("push_server_restarts", "How often it was started again since the portal's start.", []),
    eventLoop: gauge("event_loop_delay_p99_seconds", "How late the event loop is in the worst hundredth.", []),
    checkLateness: gauge("check_lateness_seconds", "How late the most belated check is.", []),
    database: gauge("database_bytes", "What the database and its write-ahead log take.", ["part"]),
    disk: gauge("disk_bytes", "Free and whole space where the data lie.", ["part"]),
    backupAge: gauge("backup_age_seconds", "Since the last backup that was made; absent without one.", []),
    backupTestAge: gauge("backup_test_age_seconds", "Since one was last restored for a test without a fault.", []),
  };
}
type Gauges = ReturnType<typeof createGauges>;

/** What the portal tells a Prometheus, gathered anew for each scrape; the process's own figures run along from the first one on. */
export function openMetrics() {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(metricsContentType);
  collectDefaultMetrics({ register: registry, prefix });
  const gauges = createGauges(registry);
  let scrape: Promise<string> | undefined;
  const write = async (services: Services) => {
    await gather(gauges, services);
    const targets = await readTargetFamilies(services.db, services.now());
    return `${targets}${await registry.metrics()}`;
  };
  return {
    /** The text of a scrape; those that come at the same time share one. */
    read(services: Services): Promise<string> {
      scrape ??= write(services).finally(() => {
        scrape = undefined;
      });
      return scrape;
    },
  };
}

async function gather(gauges: Gauges, services: Services): Promise<void> {
  const { db } = services;
  for (const gauge of Object.values(gauges)) gauge.reset();
  // Without labels a gauge begins at 0, which would say of a backup that was never made that it is fresh.
  const { sockets, socketsMax, pushUp, pushRestarts, eventLoop, checkLateness, backupAge, backupTestAge } = gauges;
  const unlabelled = [sockets, socketsMax, pushUp, pushRestarts, eventLoop, checkLateness, backupAge, backupTestAge];
  for (const gauge of unlabelled) gauge.remove();
  await gatherIncidents(gauges, db);
  await gatherJobs(gauges, db);
  gatherSystem(gauges, await readFigures(services), services.now());
}

function gatherSystem(gauges: Gauges, figures: SystemFigures, now: Date): void {
  for (const [queue, { waiting, oldestMs }] of Object.entries(figures.queues)) {
    gauges.queues.set({ queue }, waiting);
    gauges.queueAges.set({ queue }, oldestMs / 1000);
  }
  if (figures.process) {
    gauges.sockets.set(figures.process.sockets.open);
    gauges.socketsMax.set(figures.process.sockets.max);
    gauges.pushUp.set(figures.process.pushState === "online" ? 1 : 0);
    gauges.pushRestarts.set(figures.process.pushRestarts);
    gauges.eventLoop.set(figures.process.eventLoopP99Ms / 1000);
  }
  if (figures.checkLateMs !== undefined) gauges.checkLateness.set(figures.checkLateMs / 1000);
  gauges.database.set({ part: "database" }, figures.databaseBytes);
  if (figures.logBytes !== undefined) gauges.database.set({ part: "log" }, figures.logBytes);
  gauges.disk.set({ part: "free" }, figures.disk.freeBytes);
  gauges.disk.set({ part: "total" }, figures.disk.totalBytes);
  const { lastGoodAt, lastTestedAt } = figures.backup;
  if (lastGoodAt) gauges.backupAge.set((now.getTime() - lastGoodAt.getTime()) / 1000);
  if (lastTestedAt) gauges.backupTestAge.set((now.getTime() - lastTestedAt.getTime()) / 1000);
}

async function gatherIncidents({ incidents }: Gauges, db: Db): Promise<void> {
  for (const severity of keysOf(incidentSeverities))
    for (const state of openStates) incidents.set({ severity, state }, 0);
  const rows = await db
    .selectFrom("incidents")
    .select(["severity", "state"])
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("state", "in", [...openStates])
    .groupBy(["severity", "state"])
    .execute();
  for (const { severity, state, count } of rows) incidents.set({ severity, state }, Number(count));
}

async function gatherJobs({ jobSuccess, jobStart, jobFailures }: Gauges, db: Db): Promise<void> {
  const rows = await db.selectFrom("jobRuns").select(["name as job", "startedAt", "succeededAt", "failures"]).execute();
  for (const { job, startedAt, succeededAt, failures } of rows) {
    jobStart.set({ job }, Date.parse(startedAt) / 1000);
    jobFailures.set({ job }, failures);
    if (succeededAt) jobSuccess.set({ job }, Date.parse(succeededAt) / 1000);
  }
}
