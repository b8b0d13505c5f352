import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { httpConfig } from "../../contract/checks/configs.ts";
import { openStoreForReading, storeFile } from "../../server/checks/store/open-store.ts";
import { readerOf } from "../../server/checks/store/read-store.ts";
import type { Db } from "../../server/db/connection.ts";
import type { DataPlace } from "../../server/db/data-place.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { chanceOf } from "../support/chance.ts";
import { forkChecker, tellPlace } from "../support/checks/fork-checker.ts";
import { writeTestDatabase } from "../support/database.ts";
import { childEnvironment, openData, placeOf } from "../support/portal/open-data.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";

const rounds = repetitions(5, 50);
const sites = 20;
const seed = process.env.SOAK ? Date.now() : 12;
const root = path.resolve(import.meta.dirname, "../..");

let server: Server;
let place: DataPlace;
let db: Db;
let dataDir: string;
const requests = new Map<string, number>();

beforeAll(async () => {
  dataDir = newDataDir();
  await writeTestDatabase(dataDir);
  loadSecrets(dataDir);
  const chance = chanceOf(seed);
  const phases = Array.from({ length: sites }, () => 2 + chance.below(6));
  server = createServer((request, response) => {
    const site = request.url?.slice(1) ?? "";
    requests.set(site, (requests.get(site) ?? 0) + 1);
    // Each site fails for some looks and answers for some: transitions come all the time.
    const isDown = Math.floor((requests.get(site) ?? 0) / (phases[Number(site)] ?? 3)) % 2 === 1;
    response.writeHead(isDown ? 500 : 200, { "Content-Type": "text/html" }).end("<h1>Willkommen</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await fill();
});
afterAll(async () => {
  server.close();
  await db.destroy();
});

async function fill() {
  place = await placeOf(dataDir);
  db = await openData(dataDir);
  const at = new Date().toISOString();
  const { port } = server.address() as AddressInfo;
  const section = (name: string, values: object) => ({
    section: name,
    valuesJson: JSON.stringify(values),
    secretsJson: "{}",
    version: 1,
    updatedAt: at,
    updatedById: null,
  });
  await db
    .insertInto("settings")
    .values([section("network", { allowedNetworks: ["127.0.0.0/8"] }), section("monitoring", { canaries: [] })])
    .execute();
  await db.updateTable("checkRevision").set({ value: 1 }).execute();
  await db
    .insertInto("checks")
    .values(
      Array.from({ length: sites }, (_, site) => ({
        id: `check-${site}`,
        kind: "http" as const,
        targetType: "website" as const,
        targetId: `site-${site}`,
        // An address of its own for each, so that they are looked at side by side.
        label: `Seite ${site}`,
        address: `site-${site}:80`,
        intervalS: 1,
        timeoutMs: 5000,
        revision: 1,
        pausedAt: null,
        pausedById: null,
        secret: null,
        quietFrom: null,
        quietUntil: null,
        askedAt: null,
        statusSince: null,
        cause: null,
        removedAt: null,
        createdAt: at,
        updatedAt: at,
        config: JSON.stringify(httpConfig.parse({ url: `http://127.0.0.1:${port}/${site}` })),
      })),
    )
    .execute();
  await sql`create table followed (number integer primary key, event_id integer not null)`.execute(db);
}

const programs = {
  checker() {
    const child = forkChecker(path.join(root, "server/checks/process.ts"), place);
    tellPlace(child, place);
    return child;
  },
  follower: () =>
    fork(path.join(root, "tests/support/checks/follower.ts"), [dataDir], { env: childEnvironment(place) }),
};
type Program = keyof typeof programs;

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

/** Waits until so many events have come since. */
async function awaitEvents(count: number): Promise<void> {
  const before = lastEvent();
  await vi.waitFor(() => expect(lastEvent()).toBeGreaterThanOrEqual(before + count), {
    timeout: 120_000,
    interval: 20,
  });
}

function lastEvent(): number {
  const sqlite = openStoreForReading(storeFile(dataDir));
  const last = sqlite ? readerOf(sqlite).lastEvent() : 0;
  sqlite?.close();
  return last;
}

async function readAll() {
  const checks = openStoreForReading(storeFile(dataDir));
  if (!checks) throw new Error("nothing was checked");
  const events = readerOf(checks).eventsAfter(0, 1_000_000);
  const { rows } = await sql<{ eventId: number }>`select event_id from followed order by number`.execute(db);
  const followed = rows.map(({ eventId }) => eventId);
  const known = await db.selectFrom("checks").select(["id", "status"]).execute();
  const statuses = new Map<string, string>(known.map(({ id, status }) => [id, status]));
  const results = new Map(
    checks
      .prepare("select c.check_id, count(*) from results r join checks c on c.no = r.no group by c.check_id")
      .raw()
      .all() as [string, number][],
  );
  checks.close();
  return { events, followed, statuses, results };
}

it(`kill -9 of the checker and of who follows it, ${rounds} times, loses no event and has none twice`, async () => {
  const chance = chanceOf(seed);
  const running: Record<Program, ChildProcess> = { checker: programs.checker(), follower: programs.follower() };
  for (let round = 0; round < rounds; round += 1) {
    await awaitEvents(1 + chance.below(25));
    const victim: Program = chance.next() < 0.6 ? "checker" : "follower";
    const gone = ended(running[victim]);
    running[victim].kill("SIGKILL");
    await gone;
    running[victim] = programs[victim]();
  }
  await awaitEvents(10);
  running.checker.kill("SIGTERM");
  await ended(running.checker);
  const last = lastEvent();
  await vi.waitFor(async () => expect((await readAll()).followed.at(-1)).toBe(last), { timeout: 60_000, interval: 50 });
  running.follower.kill("SIGKILL");
  await ended(running.follower);

  const { events, followed, statuses, results } = await readAll();
  expect(followed).toEqual(events.map(({ id }) => id));
  for (let site = 0; site < sites; site += 1) {
    const own = events.filter(({ checkId, kind }) => checkId === `check-${site}` && ["down", "up"].includes(kind));
    // Each turn begins where the one before it has ended.
    const statusAfter = { down: "offline", up: "online" } as const;
    let status = "unknown";
    for (const { kind, data } of own) {
      expect(data.from).toBe(status);
      status = statusAfter[kind as "down" | "up"];
    }
    expect(statuses.get(`check-${site}`)).toBe(status);
    // A result is that of a look of its own.
    expect(results.get(`check-${site}`) ?? 0).toBeLessThanOrEqual(requests.get(String(site)) ?? 0);
  }
});
