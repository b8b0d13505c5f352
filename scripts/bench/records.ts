import autocannon, { type Request } from "autocannon";
import { SuperJSON } from "superjson";
import { plainState, toListInput } from "../../contract/records/list-state.ts";
import { websites } from "../../contract/websites/websites.ts";
import { openDatabase } from "../../server/db/connection.ts";
import { createCaller } from "../../server/features/router.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import type { PersonContext } from "../../server/trpc/context.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "./bench-portal.ts";
import { during } from "./profile/recording.ts";
import { recordSql, type Statement } from "./recorded-sql.ts";
import { startSqlLimit } from "./sql-limit.ts";
import { percent, type Row, rowAtMost } from "./table.ts";

const websiteCount = 100_000;
const seconds = 4;
const rounds = 2;
/** What the list of websites asks for. */
const shown = toListInput(plainState(websites), websites);

interface Read {
  what: string;
  procedure: "list" | "get" | "find";
  input: object;
  /** Of the limit, at least. */
  least: number;
  /** Milliseconds of an answer with one connection, at most. */
  maxP99?: number;
}

/** What is read, as an RPC call, and its aims; the limit runs the statements that exactly this call makes. */
const reads = {
  first: { what: "Websites, erste Seite mit Gesamtzahl", procedure: "list", input: shown, least: 0.4 },
  deep: { what: "Websites, Seite 2.000", procedure: "list", input: { ...shown, page: 2000 }, least: 0.8 },
  contains: {
    what: "Websites, Filter „enthält“",
    procedure: "list",
    input: { ...shown, search: "ottcher elmstedt 0423" },
    least: 0.5,
    maxP99: 10,
  },
  find: {
    what: "Volltextsuche der Palette",
    procedure: "find",
    input: { query: "böttcher 04231" },
    least: 0.5,
    maxP99: 5,
  },
  get: { what: "Website, einzeln", procedure: "get", input: { id: "" }, least: 0.5 },
} as const satisfies Record<string, Read>;
type Name = keyof typeof reads;

interface Measured {
  perSecond: number;
  p99: number;
}

/** Lists, search and creation over 100,000 websites, against the same SQL behind bare node:http in the same run. */
export async function measureRecords(): Promise<Row[]> {
  const portal = await startBenchPortal((db, userId) => createManyWebsites(db, websiteCount, userId));
  await untilIdle(portal);
  const calls = await recordReads(portal);
  const limit = await startSqlLimit(
    portal,
    Object.fromEntries(calls.map(({ name, statements }) => [name, statements])),
  );
  try {
    const rows: Row[] = [];
    for (const { name, url } of calls) rows.push(...(await compareRead(portal, name, url, limit.url(name))));
    rows.push(await compareCreate(portal, limit.url("create")));
    return rows;
  } finally {
    limit.stop();
    await portal.stop();
  }
}

async function recordReads(portal: BenchPortal): Promise<{ name: Name; url: string; statements: Statement[] }[]> {
  const db = openDatabase(portal.dataDir);
  const some = await db.selectFrom("websites").select("id").offset(42_000).limit(1).executeTakeFirstOrThrow();
  await db.destroy();
  const calls = [];
  for (const [name, { procedure, input }] of Object.entries(reads) as [Name, (typeof reads)[Name]][]) {
    const asked = name === "get" ? some : input;
    const statements = await recordSql(portal.dataDir, async (recorded) => {
      const person = { id: portal.userId, name: "Jana Petersen", role: "admin" } as const;
      const context = { db: recorded, now: () => new Date(), person, sessionId: "bench", actorId: person.id };
      const api = createCaller({ ...context, publish: () => undefined } as unknown as PersonContext);
      if (name === "find") await api.search.find(asked as never);
      else await api.website[procedure as "list" | "get"](asked as never);
    });
    const key = name === "find" ? "search.find" : `website.${procedure}`;
    const query = encodeURIComponent(JSON.stringify(SuperJSON.serialize(asked)));
    calls.push({ name, url: `${portal.url}/api/trpc/${key}?input=${query}`, statements });
  }
  return calls;
}

async function compareRead(portal: BenchPortal, name: Name, url: string, limitUrl: string): Promise<Row[]> {
  const ours = await during(reads[name].what, () => best(url, portal.cookie));
  const most = await best(limitUrl, portal.cookie);
  const ratio = ours.perSecond / most.perSecond;
  const rows: Row[] = [
    {
      what: reads[name].what,
      measured: perSecond(ours),
      limit: perSecond(most),
      ratio: percent(ratio),
      aim: `≥ ${percent(reads[name].least)}`,
      isMet: ratio >= reads[name].least,
      share: ratio,
    },
  ];
  const { maxP99 }: Read = reads[name];
  if (maxP99) {
    const what = `${reads[name].what}, p99 bei einer Verbindung`;
    const alone = await during(what, () => run({ url, cookie: portal.cookie, connections: 1 }));
    rows.push(rowAtMost(what, alone.p99, { most: maxP99, unit: "ms" }));
  }
  return rows;
}

async function compareCreate(portal: BenchPortal, limitUrl: string): Promise<Row> {
  let counter = 0;
  const setupRequest = (request: Request): Request => {
    counter += 1;
    const body = { name: `Neue Website ${counter}`, url: `https://www.neu-${counter}.example` };
    return { ...request, body: JSON.stringify(SuperJSON.serialize({ body })) };
  };
  const post = { method: "POST" as const, cookie: portal.cookie, connections: 1 };
  const what = "Website anlegen, dauerhaft, mit Domain, Verlauf und Suche";
  const create = { ...post, url: `${portal.url}/api/trpc/website.create`, setupRequest, origin: portal.url };
  const ours = await during(what, () => run(create));
  const most = await run({ ...post, url: limitUrl });
  const ratio = ours.perSecond / most.perSecond;
  return {
    what,
    measured: perSecond(ours),
    limit: perSecond(most),
    ratio: percent(ratio),
    aim: "≥ 30 %",
    isMet: ratio >= 0.3,
    share: ratio,
  };
}

const perSecond = (measured: Measured) => `${Math.round(measured.perSecond)} /s`;

async function best(url: string, cookie: string): Promise<Measured> {
  let top: Measured = { perSecond: 0, p99: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const measured = await run({ url, cookie, connections: 8 });
    if (measured.perSecond > top.perSecond) top = measured;
  }
  return top;
}

interface Load {
  url: string;
  cookie: string;
  connections: number;
  method?: "POST";
  origin?: string;
  setupRequest?: (request: Request) => Request;
}

async function run({ url, cookie, connections, method, origin, setupRequest }: Load): Promise<Measured> {
  const headers = { cookie, "content-type": "application/json", ...(origin && { origin }) };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(method && { method }),
    ...(setupRequest && { requests: [{ setupRequest }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}
