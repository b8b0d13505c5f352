import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { openStoreForReading } from "../../../server/checks/store/open-store.ts";
import { readerOf } from "../../../server/checks/store/read-store.ts";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { chanceOf } from "../../support/chance.ts";
import { openWatchedSites, writeWatchedSites } from "../../support/checks/watched-sites.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { openNodePrograms } from "../../support/nodes/node-programs.ts";
import { openSharedPlace, whyWithoutNodes } from "../../support/nodes/shared-place.ts";
import { repetitions } from "../../support/repetitions.ts";

const runs = repetitions(800, 10_000);
const faults = repetitions(3, 30);
const sites = 40;
const seed = process.env.SOAK ? Date.now() : 16;
const names = ["eins", "zwei", "drei"];
const statusAfter: Record<string, string> = {
  down: "offline",
  up: "online",
  restored: "online",
  degraded: "degraded",
  unknown: "unknown",
};
const harms = ["kill", "hold everything", "hold the portal"] as const;
const patience = { timeout: 120_000, interval: 20 };

/** So long each site takes to answer: who looks at one beside its looker meets that sooner or later. */
const answerAfterMs = 50;

interface Look {
  site: string;
  node: string;
  /** Who else was looking at the same site when it began. */
  beside: string[];
}
const looks: Look[] = [];
/** What is being looked at. */
const open = new Set<Look>();

function noteLook(site: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const node = /\+http:\/\/(\w+)\.example/.exec(headers["user-agent"] ?? "")?.[1] ?? "";
  const others = [...open].filter((other) => other.site === site && other.node !== node);
  const look = { site, node, beside: others.map((other) => other.node) };
  looks.push(look);
  open.add(look);
  response.once("close", () => open.delete(look));
}

/** Whether all nodes look, each at sites of its own, as far as the latest looks tell. */
function expectShared(): void {
  const recent = looks.slice(-4 * sites);
  const nodesOf = new Map<string, Set<string>>();
  for (const { site, node } of recent) nodesOf.set(site, (nodesOf.get(site) ?? new Set()).add(node));
  expect(nodesOf.size).toBe(sites);
  expect([...nodesOf.values()].filter((nodes) => nodes.size > 1)).toEqual([]);
  const sharesOf = names.map((name) => [...nodesOf.values()].filter((nodes) => nodes.has(name)).length);
  expect(Math.min(...sharesOf)).toBeGreaterThanOrEqual(sites / 10);
}

async function openPlace() {
  const place = await openSharedPlace();
  const db = await openPostgres(place.env.DATABASE_URL ?? "", { size: 2 });
  atFileEnd(() => db.destroy());
  await sql`create table followed (number bigint generated always as identity, event_id bigint not null,
    check_id text not null, kind text not null, came_from text, node text not null)`.execute(db);
  return { place, db };
}

/** Sites that are down for some looks and answer for some, so that each turns all the time until the test wants them to be calm. */
function openTurningSites() {
  const chance = chanceOf(seed);
  const turns = new Map<string, { left: number; isDown: boolean }>();
  const turning = { isOver: false };
  const isDown = (site: string): boolean => {
    const turn = turns.get(site) ?? { left: 2 + chance.below(6), isDown: false };
    turns.set(site, turn);
    turn.left -= 1;
    if (turn.left < 0) Object.assign(turn, { left: 6 + chance.below(6), isDown: !turn.isDown });
    return turn.isDown && !turning.isOver;
  };
  return { isDown, turning };
}

/** Who leads the checks, by the lease. */
async function leaderOf(db: Db): Promise<{ name: string; fence: number } | undefined> {
  const { rows } = await sql<{ name: string; fence: number }>`
    select n.name, l.fence from leases as l inner join nodes as n on n.id = l.node where l.name = 'checks'`.execute(db);
  return rows[0];
}

/** What the copy holds that counts, where one of the nodes has it; the next one may take its place meanwhile. */
const readCopy = (db: Db, folders: readonly string[]) =>
  vi.waitFor(async () => {
    const { object } = await db.selectFrom("checkCopies").select("object").executeTakeFirstOrThrow();
    const files = folders.map((folder) => path.join(folder, "checks-shared", path.basename(object)));
    const store = openStoreForReading(files.find((file) => existsSync(file)) ?? "");
    if (!store) throw new Error("no node has the copy");
    try {
      const results = store
        .prepare("select c.check_id || ' ' || r.at_s from results as r inner join checks as c on c.no = r.no")
        .pluck()
        .all() as string[];
      return { events: readerOf(store).eventsAfter(0, 1_000_000), results };
    } finally {
      store.close();
    }
  }, patience);

describe.skipIf(whyWithoutNodes !== "")(`checks of three nodes${whyWithoutNodes}`, () => {
  it(`are led by one at a time and looked at by all through ${runs} looks, and none of what was told is lost or told twice, while nodes are killed and held ${faults} times (seed ${seed})`, async () => {
    const chance = chanceOf(seed);
    const { place, db } = await openPlace();
    const { isDown, turning } = openTurningSites();
    const server = await openWatchedSites(
      (site, request, response) => {
        noteLook(site, request, response);
        return isDown(site);
      },
      { answerAfterMs },
    );
    atFileEnd(async () => server.close());
    await writeWatchedSites(db, server, sites);

    const programs = openNodePrograms("check-node.ts");
    const folders = names.map(() => place.newDataDir());
    const start = (which: number) =>
      programs.start(names[which] ?? "", folders[which] ?? "", JSON.stringify(place.env));
    const nodes: Promise<ChildProcess>[] = names.map((_, which) => start(which));
    await Promise.all(nodes);

    /** Holds or kills a node; before it comes back, others have looked at each site, and where it leads another one does. */
    async function harm(): Promise<void> {
      const leader = await leaderOf(db);
      const leading = names.indexOf(leader?.name ?? "");
      const which = chance.next() < 0.6 && leading !== -1 ? leading : chance.below(names.length);
      const node = await nodes[which];
      if (!node) return;
      const how = harms[chance.below(harms.length)];
      const before = looks.length;
      const goOn = how === "kill" ? undefined : programs.hold(node, { alone: how === "hold the portal" });
      if (how === "hold everything") heldWhole += 1;
      if (how === "kill") {
        programs.kill(node);
        nodes[which] = start(which);
      }
      await vi.waitFor(async () => {
        // Who was killed comes back under its name.
        const since = looks.slice(before).filter(({ node }) => how === "kill" || node !== names[which]);
        expect(new Set(since.map(({ site }) => site)).size).toBe(sites);
        if (which !== leading) return;
        const next = await leaderOf(db);
        expect(next?.fence).toBeGreaterThan(leader?.fence ?? 0);
        expect(since.map(({ node }) => node)).toContain(next?.name);
      }, patience);
      goOn?.();
    }

    let heldWhole = 0;
    const shared = new Set<string>();
    for (let fault = 0; fault < faults; fault += 1) {
      await vi.waitFor(() => expect(looks.length).toBeGreaterThanOrEqual(((fault + 0.5) * runs) / faults), patience);
      await pause(chance.below(2000));
      for (const result of (await readCopy(db, folders)).results) shared.add(result);
      await harm();
    }
    // A site is down only after several looks: how many are by now is a matter of how long the harms took.
    await vi.waitFor(async () => {
      expect(looks.length).toBeGreaterThanOrEqual(runs);
      const { rows } = await sql`select event_id from followed where kind = 'down'`.execute(db);
      expect(rows.length).toBeGreaterThan(sites / 2);
    }, patience);
    turning.isOver = true;
    await vi.waitFor(async () => {
      const statuses = await db.selectFrom("checks").select("status").distinct().execute();
      expect(statuses).toEqual([{ status: "online" }]);
    }, patience);

    await vi.waitFor(expectShared, patience);

    // Where nodes do not hear each other, the one that leads looks alone.
    await place.redis.halt();
    await vi.waitFor(async () => {
      const leader = await leaderOf(db);
      expect(new Set(looks.slice(-4 * sites).map(({ node }) => node))).toEqual(new Set([leader?.name]));
    }, patience);
    await place.redis.resume();
    await vi.waitFor(expectShared, patience);

    const copy = await readCopy(db, folders);
    const { rows: followed } = await sql<{ eventId: number; checkId: string; kind: string; cameFrom: string | null }>`
      select event_id, check_id, kind, came_from from followed order by number`.execute(db);
    const told = copy.events.slice(0, followed.length).map(({ id, checkId, kind }) => [id, checkId, kind]);
    expect(followed.map(({ eventId, checkId, kind }) => [eventId, checkId, kind])).toEqual(told);
    const known = new Set(copy.results);
    expect([...shared].filter((result) => !known.has(result))).toEqual([]);
    // What was under way when its node was held may still come once that goes on.
    expect(looks.filter(({ beside }) => beside.length > 0).length).toBeLessThanOrEqual(2 * heldWhole);

    // Each turn begins where the one before it has ended.
    const statuses = new Map<string, string>();
    const wrong = followed.filter(({ checkId, kind, cameFrom }) => {
      const status = statusAfter[kind];
      if (!status) return false;
      const before = statuses.get(checkId) ?? "unknown";
      statuses.set(checkId, status);
      return cameFrom !== before;
    });
    expect(wrong).toEqual([]);

    // Whatever went down was part of one incident while it was; one that turned out to be part of a larger one has passed it on.
    const { rows: members } = await sql<{ id: string; since: string; until: string | null }>`
      select m.target_id as id, coalesce(m.first_since, m.since) as since, m.until from incident_members as m
        inner join incidents as i on i.id = m.incident_id where i.absorbed_by_id is null`.execute(db);
    const downs = copy.events.filter(({ kind }) => kind === "down");
    expect(downs.length).toBeGreaterThan(sites / 2);
    const notOnce = downs.filter(
      ({ at, targetId }) =>
        members.filter(({ id, since, until }) => id === targetId && since <= at && (until ?? at) >= at).length !== 1,
    );
    expect(notOnce).toEqual([]);
  });
});
