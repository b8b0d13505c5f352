import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { SuperJSON } from "superjson";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { storeFile } from "../../../server/checks/store/open-store.ts";
import { openStoreReader } from "../../../server/checks/store/read-store.ts";
import { type Db, openDatabaseForReading } from "../../../server/db/connection.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import "../../../server/features/register.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "../bench-portal.ts";
import { percent, type Row } from "../table.ts";
import { letWatch, loopbackOf, type Sites, startSites } from "./sites.ts";

const count = 10_000;
const rounds = 3;
const seconds = 20;
/** As many lists as a large team opens; less than either would hold up. */
const perSecond = 25;
/** In which the checks are planned and the first round ends. */
const warmUpMs = 150_000;
/** Longer than a round: who is silent for three of them has an incident, which is told once and is no part of watching. */
const calmMs = 70_000;
const most = 1.3;
const agent = new Agent({ keepAlive: true });

/**
 * The portal's list of websites with 10,000 of them looked at every minute, and then with nobody looking: the same list,
 * which shows what was found out.
 */
export async function measureBeside(): Promise<Row[]> {
  const sites = await startSites();
  let portal = await startBenchPortal((db, userId) => fill(db, userId, sites));
  try {
    await delay(warmUpMs);
    await untilTold(portal);
    const beside = await median(portal);
    const checked = countChecked(portal, Date.now() - 120_000);
    portal = await portal.startAgain({ MONITORING: "off" });
    const startedAt = Date.now();
    await untilIdle(portal);
    const without = await median(portal);
    const alone = countChecked(portal, startedAt);
    const ratio = beside / without;
    if (alone > 0 || checked < count * 0.9)
      throw new Error(`${checked} of ${count} websites were looked at, and ${alone} where nobody should have`);
    return [
      {
        what: `Liste, p99, während ${count.toLocaleString("de-DE")} Websites je Minute geprüft werden`,
        measured: `${beside.toFixed(1)} ms`,
        limit: `${without.toFixed(1)} ms`,
        ratio: percent(ratio),
        aim: `≤ ${percent(most)}`,
        isMet: ratio <= most,
      },
    ];
  } finally {
    await portal.stop();
    sites.stop();
  }
}

async function median(portal: BenchPortal): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await p99(portal));
  return measured.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

async function fill(db: Db, userId: string, sites: Sites): Promise<void> {
  await createManyWebsites(db, count, userId);
  const rows = await db.selectFrom("websites").select("id").orderBy("id").execute();
  const urls = rows.map(({ id }, index) => ({ id, url: `http://${loopbackOf(index)}:${sites.port}/` }));
  await sql`update websites set lifecycle = 'live', url = named.value ->> 'url'
    from json_each(${JSON.stringify(urls)}) as named where websites.id = named.value ->> 'id'`.execute(db);
  await lookUpLater(db);
  await letWatch(db, sites, { standardIntervalS: 60 });
}

/** What is asked once of each new website, and then every few days, is no check: it has been asked already. */
async function lookUpLater(db: Db): Promise<void> {
  await deriveLookups({ db, now: () => new Date() });
  const dueAt = new Date(Date.now() + dayMs).toISOString();
  await db.updateTable("lookups").set({ dueAt }).execute();
}

/** One list after the other at an even pace, each timed from when it was due: who had to wait for another one counts. */
async function p99(portal: BenchPortal): Promise<number> {
  const input = SuperJSON.serialize(toListInput(plainState(websites), websites));
  const url = `${portal.url}/api/trpc/website.list?input=${encodeURIComponent(JSON.stringify(input))}`;
  const begun = performance.now();
  const asked: Promise<number>[] = [];
  for (let place = 0; place < seconds * perSecond; place += 1) {
    const due = begun + (place * 1000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    asked.push(answered(url, portal.cookie).then(() => performance.now() - due));
  }
  const taken = (await Promise.all(asked)).toSorted((a, b) => a - b);
  return taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN;
}

/** Not by fetch, whose own work lasts longer than an answer at times. */
function answered(url: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie, "accept-encoding": "gzip, deflate, br, zstd" } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the list answered with ${answer.statusCode}`));
      answer.resume().once("end", resolve);
    }).once("error", reject);
  });
}

/** Waits until the incidents of the websites that do not answer are open and told. */
async function untilTold({ dataDir }: BenchPortal): Promise<void> {
  const db = openDatabaseForReading(dataDir);
  try {
    const known = async () => (await db.selectFrom("incidents").select("id").execute()).length;
    for (let before = -1, now = await known(); before < now; now = await known()) {
      before = now;
      await delay(calmMs);
    }
  } finally {
    await db.destroy();
  }
}

/** How many websites were looked at since then. */
function countChecked({ dataDir }: BenchPortal, sinceMs: number): number {
  const reader = openStoreReader(storeFile(dataDir));
  try {
    return reader?.figuresSince(sinceMs, count).length ?? 0;
  } finally {
    reader?.close();
  }
}
