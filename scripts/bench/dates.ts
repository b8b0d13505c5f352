import autocannon from "autocannon";
import { SuperJSON } from "superjson";
import { monthSpan } from "../../contract/deadlines/calendar-days.ts";
import { requireValue } from "../../contract/narrowing.ts";
import { addDays, portalDate } from "../../contract/time/today.ts";
import type { Db } from "../../server/db/connection.ts";
import { createCaller } from "../../server/features/router.ts";
import { openJobs } from "../../server/jobs/runner.ts";
import { createLog } from "../../server/log.ts";
import { singleNode } from "../../server/nodes/nodes.ts";
import { jobs } from "../../server/portal/schedule.ts";
import { createManyDated } from "../../server/sample/many-dated.ts";
import type { PersonContext, Services } from "../../server/trpc/context.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "./bench-portal.ts";
import { during } from "./profile/recording.ts";
import { recordSql, type Statement } from "./recorded-sql.ts";
import { startSqlLimit } from "./sql-limit.ts";
import { percent, type Row } from "./table.ts";

const recordCount = Number(process.env.BENCH_RECORDS ?? 100_000);
/** How often each is asked; what computes for long, less often. */
const [manyTimes, fewTimes] = [200, 20];
/** What brings dates up to a day, in the order of the clock, and how many seconds it may take. */
const night = { terms: 20, deadlines: 60, reminders: 20 };

interface Read {
  what: string;
  /** The calls of one screen, by procedure. */
  calls: Record<string, unknown>;
  /** Milliseconds in 99 of 100 cases. */
  maxP99: number;
}

function readsOf(today: string): Record<string, Read> {
  const { from, to } = monthSpan(addDays(today, 40).slice(0, "YYYY-MM".length));
  return {
    due: { what: "Dashboard: Handlungsbedarf", calls: { "dashboard.due": { limit: 10 } }, maxP99: 50 },
    counts: { what: "Dashboard: Zahlen", calls: { "dashboard.counts": undefined }, maxP99: 50 },
    renewals: { what: "Dashboard: Verlängerungen", calls: { "dashboard.renewals": undefined }, maxP99: 50 },
    month: { what: "Kalender, ein Monat", calls: { "deadline.calendar": { from, to } }, maxP99: 50 },
    lanes: {
      what: "Kalender, zwölf Monate",
      maxP99: 100,
      calls: { "deadline.lanes": { from: today, to: addDays(today, 364) } },
    },
    forecast: { what: "Kostenvorschau", calls: { "costForecast.read": {} }, maxP99: 2000 },
    gaps: { what: "Vertragslücken", calls: { "contractGap.list": {} }, maxP99: 500 },
  };
}

/** Dates over 100,000 records with 50,000 open deadlines, and the night that keeps them. */
export async function measureDates(): Promise<Row[]> {
  const today = portalDate(new Date());
  const rows: Row[] = [];
  const portal = await startBenchPortal(async (db, actorId) => {
    await createManyDated(db, { count: recordCount, today: addDays(today, -1), actorId });
    const services = servicesOf(db);
    // The first night makes terms and deadlines of what was written without them.
    for (const name of Object.keys(night)) await timeJob(services, name, new Date(Date.now() - 86_400_000));
    for (const [name, most] of Object.entries(night)) rows.push(await rowOfJob(services, name, most));
    const open = await db
      .selectFrom("deadlines")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "=", "open")
      .executeTakeFirstOrThrow();
    console.error(`${recordCount} records, ${open.count} open deadlines`);
  });
  await untilIdle(portal);
  const reads = readsOf(today);
  const limit = await startSqlLimit(portal, await recordReads(portal, reads));
  try {
    for (const [name, read] of Object.entries(reads)) {
      const [[procedure = "", input] = []] = Object.entries(read.calls);
      const query =
        input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)))}`;
      const amount = read.maxP99 > 100 ? fewTimes : manyTimes;
      const what = `${read.what}, p99 bei einer Verbindung`;
      const url = `${portal.url}/api/trpc/${procedure}${query}`;
      const ours = await during(what, () => load(url, { cookie: portal.cookie, amount }));
      const most = await load(limit.url(name), { cookie: portal.cookie, amount });
      rows.push({
        what,
        measured: `${ours.p99} ms`,
        limit: `${most.p99} ms`,
        ratio: percent(most.mean / ours.mean),
        aim: `< ${read.maxP99} ms`,
        isMet: ours.p99 < read.maxP99,
        share: most.mean / ours.mean,
      });
    }
    return rows;
  } finally {
    limit.stop();
    await portal.stop();
  }
}

const servicesOf = (db: Db) => {
  const live = { publish: async () => undefined, disconnect: () => undefined };
  // The jobs of the night need nothing else of the portal.
  const services = { db, live, log: createLog("silent"), nodes: singleNode(), jobs: openJobs(jobs) };
  return services as unknown as Services;
};

async function timeJob(services: Services, name: string, at: Date): Promise<number> {
  const begun = performance.now();
  await services.jobs.run({ ...services, now: () => at }, name);
  return performance.now() - begun;
}

async function rowOfJob(services: Services, name: string, most: number): Promise<Row> {
  const ms = await timeJob(services, name, new Date());
  const measured = `${(ms / 1000).toFixed(1)} s`;
  const names: Record<string, string> = {
    terms: "Laufzeiten",
    deadlines: "Fristen vergleichen",
    reminders: "Erinnern",
  };
  return {
    what: `Nachtlauf: ${names[name] ?? name}`,
    measured,
    limit: "–",
    ratio: "–",
    aim: `< ${most} s`,
    isMet: ms < most * 1000,
  };
}

async function recordReads(portal: BenchPortal, reads: Record<string, Read>): Promise<Record<string, Statement[]>> {
  const recorded: Record<string, Statement[]> = {};
  for (const [name, { calls }] of Object.entries(reads))
    recorded[name] = await recordSql(portal.dataDir, async (db) => {
      const person = { id: portal.userId, name: "Jana Petersen", role: "admin" } as const;
      const context = { db, now: () => new Date(), person, sessionId: "bench", actorId: person.id };
      const api = createCaller({ ...context, publish: () => undefined } as unknown as PersonContext);
      for (const [procedure, input] of Object.entries(calls)) {
        const [router = "", name = ""] = procedure.split(".");
        const routers = api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
        await requireValue(routers[router]?.[name])(input);
      }
    });
  return recorded;
}

async function load(
  url: string,
  { cookie, amount }: { cookie: string; amount: number },
): Promise<{ mean: number; p99: number }> {
  const ask = (times: number) => autocannon({ url, connections: 1, amount: times, headers: { cookie }, timeout: 60 });
  // Nobody's first request of a day is what p99 means: by then the code has run.
  await ask(Math.ceil(amount / 10));
  const result = await ask(amount);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return { mean: result.latency.mean, p99: result.latency.p99 };
}
