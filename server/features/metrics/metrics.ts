import { Counter, collectDefaultMetrics, Gauge, type OpenMetricsContentType, Registry } from "prom-client";
import { incidentSeverities, openStates } from "../../../contract/incidents/incidents.ts";
import { entriesOf, keysOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import type { Services } from "../../trpc/context.ts";
import { refusedInputs } from "../../trpc/refused-inputs.ts";
import { readFigures, type SystemFigures } from "../system/figures.ts";
import { readOwnVersion } from "../system/own-version.ts";
import { readProcessFigures } from "../system/process-figures.ts";
import { inTime } from "./in-time.ts";
import { openSharedGauges } from "./node-gauges.ts";
import { readTargetFamilies } from "./target-families.ts";

const prefix = "techcenter_";

function createGauges(registry: Registry<OpenMetricsContentType>) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge<Label>({ name: `${prefix}${name}`, help, labelNames: [...labelNames], registers: [registry] });
  return {
    incidents: gauge("incident_open", "Open incidents.", ["severity", "state"]),
    build: gauge("build_info", "Which version runs; always 1.", ["version", "node"]),
    partUp: gauge("metrics_part_up", "Whether a part of these figures could be read.", ["part"]),
    jobSuccess: gauge("job_last_success_timestamp", "When a job last ended well, in Unix seconds.", ["job"]),
    jobFailures: gauge("job_failures", "How often a job has failed since then.", ["job"]),
    queues: gauge("queue_depth", "What waits to be sent or worked off.", ["queue"]),
    queueAges: gauge("queue_oldest_seconds", "How long the oldest of it has waited.", ["queue"]),
    jobStart: gauge("job_last_start_timestamp", "When a job last began, in Unix seconds.", ["job"]),
    sockets: gauge("sockets_open", "Live connections of browsers.", []),
    socketsMax: gauge("sockets_max", "How many of them there may be.", []),
    pushUp: gauge("push_server_up", "Whether the push server answers.", []),
    eventLoop: gauge("event_loop_delay_p99_seconds", "How late the event loop is in the worst hundredth.", []),
    checkLateness: gauge("check_lateness_seconds", "How late the most belated check is.", []),
    database: gauge("database_bytes", "What the database and its write-ahead log take.", ["part"]),
    disk: gauge("disk_bytes", "Free and whole space of what the data and the uploads lie on.", ["disk", "part"]),
    backupTime: gauge("backup_timestamp_seconds", "When the last backup was made, in Unix seconds.", []),
    backupTestTime: gauge(
      "backup_test_timestamp_seconds",
      "When one was last restored for a test without a fault.",
      [],
    ),
    backupAge: gauge("backup_age_seconds", "Since the last backup that was made; absent without one.", []),
    backupTestAge: gauge("backup_test_age_seconds", "Since one was last restored for a test without a fault.", []),
  };
}
type Gauges = ReturnType<typeof createGauges>;

function createCounters(registry: Registry<OpenMetricsContentType>) {
  const counter = (name: string, help: string) =>
    new Counter({ name: `${prefix}${name}`, help, registers: [registry] });
  return {
    pushRestarts: counter("push_server_restarts", "How often the push server was started again."),
    checkerRestarts: counter("checker_restarts", "How often the checker was started again."),
    socketsRefused: counter("sockets_refused", "Live connections refused because too many were open."),
    inputsRefused: counter("inputs_refused", "Calls whose input a schema refused."),
  };
}
type Counters = ReturnType<typeof createCounters>;

/** Sets what a part has read, or returns it as text where no gauge holds it; what comes too late sets nothing. */
type Write = () => string | undefined;

/** What the portal tells a Prometheus, gathered anew for each scrape; the process's own figures run along from the first one on. */
export function openMetrics(sources: Pick<Services, "db" | "nodes" | "bus">) {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry, prefix });
  const gauges = createGauges(registry);
  const counters = createCounters(registry);
  const shared = openSharedGauges(registry, sources);
  const parts: Record<string, (services: Services) => Promise<Write>> = {
    incidents: ({ db }) => gatherIncidents(gauges, db),
    jobs: ({ db }) => gatherJobs(gauges, db),
    system: (services) => gatherSystem(gauges, services),
    ...(shared.gatherNodes && { nodes: shared.gatherNodes }),
    targets: gatherTargets,
  };
  const underWay = new Map<string, Promise<Write>>();
  /** One that has not answered yet is waited for again, so that a database that hangs is not asked ever more. */
  const gather = (part: string, services: Services, begin: (services: Services) => Promise<Write>) => {
    const found = underWay.get(part) ?? begin(services).finally(() => underWay.delete(part));
    underWay.set(part, found);
    return inTime(found);
  };
  let scrape: Promise<string> | undefined;
  const write = async (services: Services) => {
    // Each by itself: what is away, or does not answer in time, takes nothing else with it.
    const gathered = await Promise.all(
      Object.entries(parts).map(async ([part, begin]) => {
        const written = await gather(part, services, begin).catch((err: unknown) => {
          services.log.warn({ err, part }, "a part of the metrics could not be read");
          return undefined;
        });
        return { part, written };
      }),
    );
    const version = await readOwnVersion();
    resetAll(gauges);
    gauges.build.set({ version, node: process.versions.node }, 1);
    gatherProcess(gauges, counters, services.db);
    shared.gatherProcess();
    const texts = gathered.map(({ part, written }) => {
      gauges.partUp.set({ part }, written ? 1 : 0);
      return written?.() ?? "";
    });
    return `${texts.join("")}${await registry.metrics()}`;
  };
  return {
    contentType: registry.contentType,
    /** The text of a scrape; those that come at the same time share one. */
    read(services: Services): Promise<string> {
      scrape ??= write(services).finally(() => {
        scrape = undefined;
      });
      return scrape;
    },
  };
}

function resetAll(gauges: Gauges): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  // Without labels a gauge begins at 0, which would say of a backup that was never made that it is fresh.
  const { sockets, socketsMax, pushUp, eventLoop, checkLateness } = gauges;
  const { backupAge, backupTestAge, backupTime, backupTestTime } = gauges;
  const backups = [backupAge, backupTestAge, backupTime, backupTestTime];
  for (const gauge of [sockets, socketsMax, pushUp, eventLoop, checkLateness, ...backups]) gauge.remove();
}

/** What the process knows of itself, whatever else is away. */
function gatherProcess(gauges: Gauges, counters: Counters, db: Db): void {
  const figures = readProcessFigures(db);
  const set = (counter: Counter, value: number) => {
    counter.reset();
    counter.inc(value);
  };
  set(counters.inputsRefused, refusedInputs());
  set(counters.pushRestarts, figures?.pushRestarts.total ?? 0);
  set(counters.checkerRestarts, figures?.checker?.restarts.total ?? 0);
  set(counters.socketsRefused, figures?.sockets.refused ?? 0);
  if (!figures) return;
  gauges.sockets.set(figures.sockets.open);
  gauges.socketsMax.set(figures.sockets.max);
  gauges.pushUp.set(figures.pushState === "online" ? 1 : 0);
  if (figures.eventLoopP99Ms !== undefined) gauges.eventLoop.set(figures.eventLoopP99Ms / 1000);
}

async function gatherTargets({ db, now }: Services): Promise<Write> {
  const families = await readTargetFamilies(db, now());
  return () => families;
}

async function gatherSystem(gauges: Gauges, services: Services): Promise<Write> {
  const figures = await readFigures(services);
  const at = services.now();
  return () => void setSystem(gauges, figures, at);
}

function setSystem(gauges: Gauges, figures: SystemFigures, now: Date): void {
  for (const [queue, { waiting, oldestMs }] of Object.entries(figures.queues)) {
    gauges.queues.set({ queue }, waiting);
    gauges.queueAges.set({ queue }, oldestMs / 1000);
  }
  if (figures.checkLateMs !== undefined) gauges.checkLateness.set(figures.checkLateMs / 1000);
  gauges.database.set({ part: "database" }, figures.databaseBytes);
  if (figures.logBytes !== undefined) gauges.database.set({ part: "log" }, figures.logBytes);
  for (const [disk, space] of entriesOf({ data: figures.dataDisk, uploads: figures.uploadsDisk })) {
    if (space.state === "unknown") continue;
    gauges.disk.set({ disk, part: "free" }, space.freeBytes);
    gauges.disk.set({ disk, part: "total" }, space.totalBytes);
  }
  const { lastGoodAt, lastTestedAt } = figures.backup;
  if (lastGoodAt) gauges.backupTime.set(lastGoodAt.getTime() / 1000);
  if (lastTestedAt) gauges.backupTestTime.set(lastTestedAt.getTime() / 1000);
  if (lastGoodAt) gauges.backupAge.set((now.getTime() - lastGoodAt.getTime()) / 1000);
  if (lastTestedAt) gauges.backupTestAge.set((now.getTime() - lastTestedAt.getTime()) / 1000);
}

async function gatherIncidents({ incidents }: Gauges, db: Db): Promise<Write> {
  const rows = await db
    .selectFrom("incidents")
    .select(["severity", "state"])
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("state", "in", [...openStates])
    .groupBy(["severity", "state"])
    .execute();
  return () => {
    for (const severity of keysOf(incidentSeverities))
      for (const state of openStates) incidents.set({ severity, state }, 0);
    for (const { severity, state, count } of rows) incidents.set({ severity, state }, Number(count));
    return undefined;
  };
}

async function gatherJobs({ jobSuccess, jobStart, jobFailures }: Gauges, db: Db): Promise<Write> {
  const rows = await db.selectFrom("jobRuns").select(["name as job", "startedAt", "succeededAt", "failures"]).execute();
  return () => {
    for (const { job, startedAt, succeededAt, failures } of rows) {
      jobStart.set({ job }, Date.parse(startedAt) / 1000);
      jobFailures.set({ job }, failures);
      if (succeededAt) jobSuccess.set({ job }, Date.parse(succeededAt) / 1000);
    }
    return undefined;
  };
}
