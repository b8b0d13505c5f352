import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openStoreForReading, storeFile } from "../../server/checks/store/open-store.ts";
import { readerOf } from "../../server/checks/store/read-store.ts";
import type { Db } from "../../server/db/connection.ts";
import type { DataPlace } from "../../server/db/data-place.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { chanceOf } from "../support/chance.ts";
import { forkChecker, tellPlace } from "../support/checks/fork-checker.ts";
import { openWatchedSites, type WatchedSites, writeWatchedSites } from "../support/checks/watched-sites.ts";
import { writeTestDatabase } from "../support/database.ts";
import { childEnvironment, openData, placeOf } from "../support/portal/open-data.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";

const rounds = repetitions(5, 50);
const sites = 12;
/** Kills both of them on the way down, while all are down, and on the way up. */
const seed = process.env.SOAK ? Date.now() : 16;
const root = path.resolve(import.meta.dirname, "../..");

let server: WatchedSites;
let place: DataPlace;
let db: Db;
let dataDir: string;
/** What answers with an error. */
const down = new Set<string>();
/** How often each was looked at. */
const looks = new Map<string, number>();

beforeAll(async () => {
  dataDir = newDataDir();
  await writeTestDatabase(dataDir);
  loadSecrets(dataDir);
  server = await openWatchedSites((site) => {
    looks.set(site, (looks.get(site) ?? 0) + 1);
    return down.has(site);
  });
  place = await placeOf(dataDir);
  db = await openData(dataDir);
  await writeWatchedSites(db, server, sites);
});
afterAll(async () => {
  server.close();
  await db.destroy();
});

const programs = {
  checker: () => forkChecker(path.join(root, "tests/support/checks/standby-checker.ts"), place),
  teller: () =>
    fork(path.join(root, "tests/support/checks/incident-teller.ts"), [dataDir], { env: childEnvironment(place) }),
};
type Program = keyof typeof programs;

/** Programs that are loaded and wait, because loading is most of what a start costs. */
const spares = new Map<Program, ChildProcess>();

function start(program: Program): ChildProcess {
  const child = spares.get(program) ?? programs[program]();
  child.send("start");
  if (program === "checker") tellPlace(child, place);
  spares.set(program, programs[program]());
  return child;
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

const readMain = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(db)).rows;

const looked = () => [...looks.values()].reduce((sum, count) => sum + count, 0);
const statuses = () => readMain<{ id: string; status: string }>("select target_id as id, status from checks");
/** Waits until the portal sees of every website what it is. */
const settle = () =>
  vi.waitFor(
    async () => {
      const seen = await statuses();
      expect(seen.map(({ id, status }) => `${id} ${status}`)).toEqual(
        seen.map(({ id }) => `${id} ${down.has(id) ? "offline" : "online"}`),
      );
    },
    { timeout: 120_000, interval: 25 },
  );

function readEvents() {
  const checks = openStoreForReading(storeFile(dataDir));
  if (!checks) throw new Error("nothing was checked");
  const events = readerOf(checks).eventsAfter(0, 1_000_000);
  const results = checks
    .prepare(
      "select c.check_id as id, r.at_s as at, count(*) as times from results r join checks c on c.no = r.no group by 1, 2",
    )
    .all() as { id: string; at: number; times: number }[];
  checks.close();
  return { events, results };
}

it(`kill -9 of checker and portal, ${rounds} times, loses no incident and tells nothing twice`, async () => {
  const chance = chanceOf(seed);
  const running: Record<Program, ChildProcess> = { checker: start("checker"), teller: start("teller") };
  await settle();
  const all = (await statuses()).map(({ id }) => id);
  for (let round = 0; round < rounds; round += 1) {
    // The whole host, some of it, or nothing is down; the kill comes somewhere on the way there.
    const share = [0, 0.2, 1][chance.below(3)] ?? 0;
    down.clear();
    for (const id of all) if (chance.next() < share) down.add(id);
    const wanted = looked() + sites + chance.below(sites * 3);
    await vi.waitFor(() => expect(looked()).toBeGreaterThanOrEqual(wanted), { timeout: 120_000, interval: 5 });
    const victim: Program = chance.next() < 0.5 ? "checker" : "teller";
    const gone = ended(running[victim]);
    running[victim].kill("SIGKILL");
    await gone;
    running[victim] = start(victim);
  }
  for (const id of all) down.add(id);
  await settle();
  down.clear();
  await settle();
  // What came and went too often stays open until it has been steady for a while.
  const left = `select id from incidents as i where state in ('open', 'claimed') and not exists (
    select 1 from incident_members as m where m.incident_id = i.id and m.until is null and m.is_flapping = 1)`;
  await vi.waitFor(async () => expect(await readMain(left)).toEqual([]), { timeout: 120_000, interval: 50 });
  const programsLeft = [...Object.values(running), ...spares.values()];
  const allEnded = Promise.all(programsLeft.map(ended));
  for (const child of programsLeft) child.kill("SIGKILL");
  await allEnded;

  const { events, results } = readEvents();
  expect(results.filter(({ times }) => times > 1)).toEqual([]);
  for (const [id, count] of looks)
    expect(results.filter((row) => row.id === `check-${id}`).length).toBeLessThanOrEqual(count);

  // Whatever went down was part of an incident while it was.
  const members = await readMain<{ id: string; since: string; until: string | null }>(
    "select target_id as id, coalesce(first_since, since) as since, until from incident_members",
  );
  const lost = events.filter(
    ({ kind, at, targetId }) =>
      kind === "down" && !members.some(({ id, since, until }) => id === targetId && since <= at && (until ?? at) >= at),
  );
  expect(lost).toEqual([]);

  const told = await readMain<{ link: string; times: number }>(`select link, title, count(*) as times from notifications
    where category = 'incident' group by link, title`);
  expect(told.filter(({ times }) => times > 1)).toEqual([]);
  // Who has heard of an incident that is over has heard of its end, once.
  const ends = await readMain<{ id: string; heard: number }>(`select i.id, (select count(*) from notifications as n
      where n.link = '/incidents/' || i.id and n.title like 'Behoben:%') as heard
    from incidents as i where i.state = 'resolved'
      and exists (select 1 from incident_messages as m where m.incident_id = i.id and m.occasion = 'opened')`);
  expect(ends.length).toBeGreaterThan(0);
  expect(ends.filter(({ heard }) => heard !== 1)).toEqual([]);
});
