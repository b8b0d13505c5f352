import { setTimeout as pause } from "node:timers/promises";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { entriesOf, keysOf } from "../../contract/narrowing.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import type { AppRouter } from "../../server/features/router.ts";
import { type BenchPortal, startBenchPortal } from "../bench/bench-portal.ts";
import { letWatch, loopbackOf, type Sites, startSites } from "../bench/checks/sites.ts";
import { quantile } from "../bench/table.ts";
import { type LiveClients, openLiveClients } from "./live-clients.ts";
import { writePages } from "./page-writers.ts";
import { type Footprint, measureFootprint } from "./processes.ts";

/** Twenty people who click every ten seconds ask for two things a second; this is ten times that. */
const perSecond = 20;
/** An agency's websites, of which one in fifty never answers; what is created beside them has a name that nobody owns. */
const watched = 200;
/** They are looked at every five minutes as a rule; this is ten times that. */
const watchedEveryS = 30;

/** How long to go on, an hour unless told; throws where that is no number of minutes. */
export function readMinutes(text = "60"): number {
  const minutes = Number(text);
  if (!Number.isFinite(minutes) || minutes <= 0)
    throw new Error(`SOAK_MINUTES=${text}: Bitte eine Zahl von Minuten angeben.`);
  return minutes;
}

export interface Minute extends Footprint {
  /** Of the clock: a row is as long as its slowest call. */
  callsPerMinute: number;
  p50Ms: number;
  p95Ms: number;
  /** From the call that creates a website until a browser hears of it. */
  liveP95Ms: number;
  /** Until the server has stored a sentence of a wiki page. */
  savedP95Ms: number;
  failed: number;
}

interface Column {
  head: string;
  /** By how much it may grow beside a quarter; absent for what is only shown. */
  growth?: number;
  /** What it may be in the last quarter: people wait as long for what was as slow from the start. */
  limit?: number;
  /** What it may not be below, also early: a portal that is used less shows less. */
  least?: number;
}

const columns: Record<keyof Minute, Column> = {
  rssMib: { head: "Portal MB", growth: 64 },
  soketiMib: { head: "Soketi MB", growth: 32 },
  checkerMib: { head: "Prüfer MB", growth: 32 },
  descriptors: { head: "Deskriptoren", growth: 10 },
  soketiDescriptors: { head: "… Soketi", growth: 10 },
  walMib: { head: "WAL MB", growth: 32 },
  callsPerMinute: { head: "Aufrufe/min", least: perSecond * 60 * 0.9 },
  p50Ms: { head: "p50 ms", growth: 25, limit: 250 },
  p95Ms: { head: "p95 ms", growth: 50, limit: 1000 },
  liveP95Ms: { head: "Live p95", growth: 100, limit: 1000 },
  savedP95Ms: { head: "Wiki p95", growth: 50, limit: 1000 },
  failed: { head: "Fehler" },
};

/**
 * Uses one portal steadily, with open browsers and people who write pages, and prints what it takes minute by minute;
 * false where that grew or something failed.
 */
export async function runSteadily(minutes: number): Promise<boolean> {
  const sites = await startSites();
  const portal = await startBenchPortal((db) => letWatch(db, sites, { standardIntervalS: watchedEveryS }));
  const seen: Minute[] = [];
  try {
    const use = await openUse(portal, sites);
    printRow(
      "Minute",
      Object.values(columns).map(({ head }) => head),
    );
    // By the clock: what a slow machine answers late makes a row longer than its minute.
    const end = performance.now() + minutes * minuteMs;
    for (let minute = 1; performance.now() < end; minute += 1) {
      const took = await use.forAMinute();
      const now = { ...measureFootprint(portal), ...took };
      seen.push(now);
      printRow(
        String(minute),
        keysOf(columns).map((key) => String(now[key])),
      );
    }
    await use.close();
  } finally {
    await portal.stop();
    sites.stop();
  }
  return judge(seen);
}

function printRow(first: string, cells: readonly string[]): void {
  const widths = Object.values(columns).map(({ head }) => head.length);
  console.log([first.padStart(10), ...cells.map((cell, index) => cell.padStart(widths[index] ?? 0))].join(" | "));
}

async function openUse(portal: BenchPortal, sites: Sites) {
  const { url, cookie } = portal;
  const api = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers: { cookie } })],
  });
  const page = async (address: string) => {
    const answer = await fetch(`${url}${address}`, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  };
  let made = 0;
  let clients: LiveClients | undefined;
  let pageIds: readonly string[] = [];
  const create = (url?: string) => {
    made += 1;
    const name = `Seite ${made}`;
    clients?.expect(name);
    return api.website.create.mutate({ body: { name, url: url ?? `https://seite-${made}.example` } });
  };
  // Mostly reading, as people do; a tenth writes.
  const acts: (() => Promise<unknown>)[] = [
    () => page("/"),
    () => page("/websites"),
    () => page("/tasks"),
    () => api.website.list.query({ limit: 50 }),
    () => api.website.list.query({ limit: 50, search: "Seite" }),
    async () => {
      const [id] = pageIds;
      await (id ? api.page.read.query({ id }) : page("/wiki"));
    },
    () => api.system.get.query({}),
    () => page("/customers"),
    () => page("/calendar"),
    () => create(),
  ];
  await Promise.all(
    Array.from({ length: watched }, (_, index) => create(`http://${loopbackOf(index + 1)}:${sites.port}/`)),
  );
  clients = await openLiveClients(portal);
  const act = async () => {
    const times: number[] = [];
    let failed = 0;
    const under: Promise<void>[] = [];
    const start = performance.now();
    for (let count = 0; count < perSecond * 60; count += 1) {
      // By the clock: what a timer is late by must not add up.
      await pause(Math.max(0, start + (count * 1000) / perSecond - performance.now()));
      const begun = performance.now();
      under.push(
        Promise.resolve(acts[count % acts.length]?.()).then(
          () => void times.push(performance.now() - begun),
          (error: unknown) => {
            failed += 1;
            console.error(error);
          },
        ),
      );
    }
    await Promise.all(under);
    return { p50Ms: Math.round(quantile(times, 0.5)), p95Ms: Math.round(quantile(times, 0.95)), failed };
  };
  const listeners = clients;
  return {
    async forAMinute(): Promise<Omit<Minute, keyof Footprint>> {
      const begun = performance.now();
      const [acted, written] = await Promise.all([act(), writePages(portal, api)]);
      pageIds = written.pageIds;
      const { liveP95Ms, lost } = await listeners.take();
      const { p50Ms, p95Ms } = acted;
      const { savedP95Ms } = written;
      const callsPerMinute = Math.round((perSecond * 60 * minuteMs) / (performance.now() - begun));
      return { callsPerMinute, p50Ms, p95Ms, liveP95Ms, savedP95Ms, failed: acted.failed + written.failed + lost };
    },
    close: () => listeners.close(),
  };
}

/**
 * False where something failed, grew, takes too long or was not used as much as is said, and where nothing was measured.
 * The last quarter is compared with the second: by then everything is warm.
 */
export function judge(seen: readonly Minute[]): boolean {
  if (seen.length === 0) {
    console.log("Nichts wurde gemessen.");
    return false;
  }
  const quarter = Math.floor(seen.length / 4);
  const failed = seen.reduce((sum, minute) => sum + minute.failed, 0);
  if (failed > 0) console.log(`${failed} Aufrufe, Sätze oder Ereignisse sind fehlgeschlagen.`);
  // Too few minutes to see growth still show what takes too long.
  const [early, late] = quarter === 0 ? [seen, seen] : [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)];
  const median = (part: readonly Minute[], key: keyof Minute) =>
    quantile(
      part.map((minute) => minute[key]),
      0.5,
    );
  const compared = entriesOf(columns).map(([key, { head, growth, limit = Number.POSITIVE_INFINITY, least }]) => {
    const [from, to] = [median(early, key), median(late, key)];
    const most = growth === undefined ? null : Math.min(limit, Math.round(from * 1.25 + growth));
    const isTooLittle = least !== undefined && Math.min(from, to) < least;
    return { head, from, to, most, least, isTooMuch: most !== null && to > most, isTooLittle };
  });
  printRow(
    "2. Viertel",
    compared.map(({ from }) => String(from)),
  );
  printRow(
    "4. Viertel",
    compared.map(({ to }) => String(to)),
  );
  printRow(
    "höchstens",
    compared.map(({ most }) => (most === null ? "" : String(most))),
  );
  printRow(
    "mindestens",
    compared.map(({ least }) => (least === undefined ? "" : String(least))),
  );
  for (const { head } of compared.filter(({ isTooMuch }) => isTooMuch)) console.log(`${head} ist zu viel.`);
  for (const { head } of compared.filter(({ isTooLittle }) => isTooLittle)) console.log(`${head} ist zu wenig.`);
  const missing = seen.filter(({ checkerMib }) => checkerMib === 0).length;
  if (missing > 0) console.log(`In ${missing} von ${seen.length} Zeilen lief der Prüfer nicht.`);
  return failed === 0 && missing === 0 && !compared.some(({ isTooMuch, isTooLittle }) => isTooMuch || isTooLittle);
}
