import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { SuperJSON } from "superjson";
import { createManyPages } from "../../server/sample/many-pages.ts";
import { type BenchPortal, startBenchPortal } from "./bench-portal.ts";
import { openPageWriter } from "./page-writer.ts";
import { during } from "./profile/recording.ts";
import { startSqlLimit } from "./sql-limit.ts";
import { percent, quantile, type Row, rowAtMost } from "./table.ts";

const openCount = 2000;
const searchCount = 20_000;
const searches = [
  "zertifikat",
  "server umziehen 01",
  "wartungsfenster",
  "post",
  "namensdienst",
  "sicherung prüfung freigabe",
];
const rounds = 2;
const seconds = 4;
const savedBytes = 200_000;
const saves = 9;

/** Opening and saving pages among 2,000, and the search over 20,000. */
export async function measureWiki(): Promise<Row[]> {
  return [...(await measureOpening()), ...(await measureSearch())];
}

async function measureOpening(): Promise<Row[]> {
  let ids: string[] = [];
  const portal = await startBenchPortal(async (db, userId) => {
    ids = await createManyPages(db, openCount, userId);
  });
  try {
    const [first = ""] = ids;
    return [await compareOpen(portal, ids[openCount / 2] ?? ""), ...(await measureSaving(portal, first))];
  } finally {
    await portal.stop();
  }
}

/** Against the page's own row behind bare node:http: what the page shows around it is the price of the portal. */
async function compareOpen(portal: BenchPortal, id: string): Promise<Row> {
  const limit = await startSqlLimit(portal, {
    open: [{ sql: "select * from pages where id = ?", parameters: [id] }],
  });
  try {
    const what = `Wiki-Seite öffnen, unter ${openCount}`;
    const ours = await during(what, () => best(rpc(portal, "page.read", { id }), portal.cookie));
    const most = await best(limit.url("open"), portal.cookie);
    const ratio = ours / most;
    return {
      what,
      measured: `${Math.round(ours)} /s`,
      limit: `${Math.round(most)} /s`,
      ratio: percent(ratio),
      aim: "≥ 25 %",
      isMet: ratio >= 0.25,
      share: ratio,
    };
  } finally {
    limit.stop();
  }
}

async function measureSaving(portal: BenchPortal, id: string): Promise<Row[]> {
  const writer = await openPageWriter(portal, id);
  const begun = performance.now();
  await writer.write(savedBytes);
  const pasted = performance.now() - begun;
  const shown = await timeShown(portal, id, begun);
  const times: number[] = [];
  for (let round = 0; round < saves; round += 1) {
    const typed = performance.now();
    await writer.write(40);
    times.push(performance.now() - typed);
  }
  writer.close();
  const typing = quantile(times, 0.5);
  const row = (what: string, ms: number, most: number) => rowAtMost(what, ms, { most, unit: "ms", digits: 1 });
  return [
    row("200 kB in eine Wiki-Seite einfügen, bis gespeichert", pasted, 250),
    row("… bis alle sie lesen (2 s Ruhe eingerechnet)", shown, 3000),
    row(`Ein Satz in einer Seite von 200 kB, bis gespeichert (Median von ${saves})`, typing, 50),
  ];
}

async function timeShown(portal: BenchPortal, id: string, begun: number): Promise<number> {
  for (;;) {
    const answer = await fetch(rpc(portal, "page.read", { id }), { headers: { cookie: portal.cookie } });
    const { result } = (await answer.json()) as { result: { data: { json: { contentVersion: number } } } };
    if (result.data.json.contentVersion > 1) return performance.now() - begun;
    await pause(20);
  }
}

async function measureSearch(): Promise<Row[]> {
  const portal = await startBenchPortal(async (db, userId) => void (await createManyPages(db, searchCount, userId)));
  try {
    const requests = searches.map((query) => ({
      path: rpc(portal, "page.search", { query }).slice(portal.url.length),
    }));
    const headers = { cookie: portal.cookie };
    await autocannon({ url: portal.url, requests, connections: 1, duration: 1, headers });
    const what = `Suche über ${searchCount} Wiki-Seiten bei einer Verbindung, p99`;
    const result = await during(what, () =>
      autocannon({ url: portal.url, requests, connections: 1, duration: seconds, headers }),
    );
    refuseErrors(result);
    const { p50, p99 } = result.latency;
    return [rowAtMost(what, p99, { most: 10, unit: "ms", note: ` (p50 ${p50} ms)` })];
  } finally {
    await portal.stop();
  }
}

const rpc = (portal: BenchPortal, procedure: string, input: unknown) =>
  `${portal.url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)))}`;

async function best(url: string, cookie: string): Promise<number> {
  let top = 0;
  for (let round = 0; round < rounds; round += 1) {
    const result = await autocannon({ url, connections: 8, duration: seconds, headers: { cookie } });
    refuseErrors(result);
    top = Math.max(top, result.requests.average);
  }
  return top;
}

function refuseErrors({ non2xx, errors }: { non2xx: number; errors: number }): void {
  if (non2xx > 0 || errors > 0) throw new Error(`the portal answered ${non2xx} times with an error`);
}
