import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { incidentSeverities, openStates } from "../../../contract/incidents/incidents.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import type { Services } from "../../trpc/context.ts";
import { readQueues } from "./queues.ts";
import { readTargetFamilies } from "./target-families.ts";

export const metricsContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const prefix = "techcenter_";

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge<Label>({ name: `${prefix}${name}`, help, labelNames: [...labelNames], registers: [registry] });
  return {
    incidents: gauge("incident_open", "Open incidents.", ["severity", "state"]),
    jobSuccess: gauge("job_last_success_timestamp", "When a job last ended well, in Unix seconds.", ["job"]),
    jobFailures: gauge("job_failures", "How often a job has failed since then.", ["job"]),
    queues: gauge("queue_depth", "What waits to be sent or worked off.", ["queue"]),
  };
}
type Gauges = ReturnType<typeof createGauges>;

/** What the portal tells a Prometheus, gathered anew for each scrape; the process's own figures run along from the first one on. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  const gauges = createGauges(registry);
  let scrape: Promise<string> | undefined;
  const write = async (services: Services) => {
    await gather(gauges, services);
    const targets = await readTargetFamilies(services.db, services.now());
    return `${targets}${asOpenMetrics(await registry.metrics())}`;
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

/** In OpenMetrics a counter is called without the `_total` that its samples end with, and the text says where it ends. */
const asOpenMetrics = (text: string) =>
  `${text
    .replace(/^(# (?:HELP|TYPE) \S+)_total /gm, "$1 ")
    .replace(/\n{2,}/g, "\n")
    .trimEnd()}\n# EOF\n`;

async function gather(gauges: Gauges, { db }: Services): Promise<void> {
  for (const gauge of Object.values(gauges)) gauge.reset();
  await gatherIncidents(gauges, db);
  await gatherJobs(gauges, db);
  for (const [queue, waiting] of Object.entries(await readQueues(db))) gauges.queues.set({ queue }, waiting);
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

async function gatherJobs({ jobSuccess, jobFailures }: Gauges, db: Db): Promise<void> {
  const rows = await db.selectFrom("jobRuns").select(["name as job", "finishedAt", "error", "failures"]).execute();
  for (const { job, finishedAt, error, failures } of rows) {
    jobFailures.set({ job }, failures);
    if (finishedAt && error === null) jobSuccess.set({ job }, Date.parse(finishedAt) / 1000);
  }
}
