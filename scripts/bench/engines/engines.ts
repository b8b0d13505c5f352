import autocannon, { type Request } from "autocannon";
import { SuperJSON } from "superjson";
import { requireValue } from "../../../contract/narrowing.ts";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { createManyPages } from "../../../server/sample/many-pages.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { type BenchPortal, untilIdle } from "../bench-portal.ts";
import { during } from "../profile/recording.ts";
import { percent, type Row } from "../table.ts";
import { type Setup, type Setups, startSetups } from "./setups.ts";

const websiteCount = 20_000;
const pageCount = 500;
const seconds = 4;
const rounds = 3;
/** Three nodes share as many as one has. */
const callers = 12;

const shown = toListInput(plainState(websites), websites);

interface Call {
  what: string;
  procedure: string;
  /** Undefined where each call writes something new. */
  input?: (portal: BenchPortal) => unknown;
}

const calls: readonly Call[] = [
  {
    what: "Zähler der Glocke",
    procedure: "notification.list",
    input: ({ userId }) => ({ page: 1, limit: 1, where: { forUserId: userId, read: false } }),
  },
  { what: "Websites, erste Seite mit Gesamtzahl", procedure: "website.list", input: () => shown },
  {
    what: "Websites, Filter „enthält“",
    procedure: "website.list",
    input: () => ({ ...shown, search: "ottcher elmstedt 0423" }),
  },
  { what: "Volltextsuche der Palette", procedure: "search.find", input: () => ({ query: "böttcher 04231" }) },
  { what: "Website anlegen", procedure: "website.create" },
];

interface Measured {
  perSecond: number;
  p99: number;
}

/** The same calls on the same data: Postgres beside SQLite, and three nodes beside one, in turns of the same run. */
export async function measureEngines(): Promise<Row[]> {
  const pages = new Map<string, string>();
  const setups = await startSetups(async (db, userId) => {
    await createManyWebsites(db, websiteCount, userId);
    const ids = await createManyPages(db, pageCount, userId);
    pages.set(userId, requireValue(ids[pageCount / 2]));
  });
  if (!setups) {
    console.error("engines: postgresql oder redis-server von Debian fehlt, also nicht gemessen.");
    return [];
  }
  const wiki: Call = {
    what: `Wiki-Seite öffnen, unter ${pageCount}`,
    procedure: "page.read",
    input: ({ userId }) => ({ id: pages.get(userId) }),
  };
  try {
    for (const { nodes } of Object.values(setups)) for (const node of nodes) await untilIdle(node);
    const rows: Row[] = [];
    for (const call of [...calls, wiki]) rows.push(...(await compare(call, setups)));
    return rows;
  } finally {
    for (const { stop } of Object.values(setups)) await stop();
  }
}

async function compare(call: Call, setups: Setups): Promise<Row[]> {
  const best = { sqlite: none, one: none, three: none };
  for (let round = 0; round < rounds; round += 1)
    for (const name of ["sqlite", "one", "three"] as const) {
      const measured = await during(`${call.what}, ${name}`, () => ask(call, setups[name]));
      if (measured.perSecond > best[name].perSecond) best[name] = measured;
    }
  return [
    rowOf(`${call.what}, Postgres neben SQLite`, best.one, best.sqlite),
    rowOf(`${call.what}, drei Knoten neben einem`, best.three, best.one),
  ];
}

const none: Measured = { perSecond: 0, p99: 0 };

const rowOf = (what: string, measured: Measured, beside: Measured): Row => ({
  what,
  measured: figureOf(measured),
  limit: figureOf(beside),
  ratio: percent(measured.perSecond / beside.perSecond),
  aim: "–",
  isMet: true,
  share: measured.perSecond / beside.perSecond,
});

const figureOf = ({ perSecond, p99 }: Measured) => `${Math.round(perSecond)} /s, p99 ${Math.round(p99)} ms`;

/** All nodes at once; callers are shared out among them. */
async function ask(call: Call, { nodes }: Setup): Promise<Measured> {
  const parts = await Promise.all(nodes.map((node) => run(call, node, callers / nodes.length)));
  return {
    perSecond: parts.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...parts.map(({ p99 }) => p99)),
  };
}

let written = 0;

async function run({ procedure, input }: Call, portal: BenchPortal, connections: number): Promise<Measured> {
  const url = `${portal.url}/api/trpc/${procedure}`;
  const query = input && encodeURIComponent(JSON.stringify(SuperJSON.serialize(input(portal))));
  const setupRequest = (request: Request): Request => {
    written += 1;
    const body = { name: `Neue Website ${written}`, url: `https://www.neu-${written}.example` };
    return { ...request, body: JSON.stringify(SuperJSON.serialize({ body })) };
  };
  const headers = { cookie: portal.cookie, "content-type": "application/json", origin: portal.url };
  const result = await autocannon({
    url: query ? `${url}?input=${query}` : url,
    connections,
    duration: seconds,
    headers,
    ...(query ? {} : { method: "POST" as const, requests: [{ setupRequest }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}
