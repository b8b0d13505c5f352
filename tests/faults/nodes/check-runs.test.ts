import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
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
import { serverFolder } from "../../support/nodes/two-nodes.ts";
import { createPostgres } from "../../support/postgres/databases.ts";
import { repetitions } from "../../support/repetitions.ts";
import { openBucket } from "../../support/servers/bucket.ts";
import { findPostgres } from "../../support/servers/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";
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

/** Each look at a site: at which, and by which node. */
const looks: { site: string; node: string }[] = [];

async function openPlace() {
  const { url, drop } = await createPostgres(await serverFolder());
  atFileEnd(drop);
  const bucket = await openBucket();
  atFileEnd(bucket.close);
  const db = await openPostgres(url, { size: 2 });
  atFileEnd(() => db.destroy());
  await sql`create table followed (number bigint generated always as identity, event_id bigint not null,
    check_id text not null, kind text not null, came_from text, node text not null)`.execute(db);
  const { endpoint = "", accessKeyId, secretAccessKey } = bucket.s3;
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket.s3.bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return { url, db, bucket: JSON.stringify(s3) };
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

describe.skipIf(reason !== "")(`checks of three nodes${reason}`, () => {
  it(`are led by one at a time through ${runs} looks, and none of what was told is lost or told twice, while nodes are killed and held ${faults} times (seed ${seed})`, async () => {
    const chance = chanceOf(seed);
    const { url, db, bucket } = await openPlace();
    const { isDown, turning } = openTurningSites();
    const server = await openWatchedSites((site, request) => {
      const node = /\+http:\/\/(\w+)\.example/.exec(request.headers["user-agent"] ?? "")?.[1] ?? "";
      looks.push({ site, node });
      return isDown(site);
    });
    atFileEnd(async () => server.close());
    await writeWatchedSites(db, server, sites);

    const programs = openNodePrograms("check-node.ts");
    const folders = names.map((name) => temporaryFolder(name));
    const start = (which: number) => programs.start(url, names[which] ?? "", folders[which] ?? "", bucket);
    const nodes: Promise<ChildProcess>[] = names.map((_, which) => start(which));
    await Promise.all(nodes);

    /** Holds or kills a node; where it leads, the next one has looked before it comes back. */
    async function harm(): Promise<void> {
      const leader = await leaderOf(db);
      const leading = names.indexOf(leader?.name ?? "");
      const which = chance.next() < 0.6 && leading !== -1 ? leading : chance.below(names.length);
      const node = await nodes[which];
      if (!node) return;
      const how = harms[chance.below(harms.length)];
      const goOn = how === "kill" ? undefined : programs.hold(node, { alone: how === "hold the portal" });
      if (how === "hold everything") heldWhole += 1;
      if (how === "kill") {
        programs.kill(node);
        nodes[which] = start(which);
      }
      if (which === leading)
        await vi.waitFor(async () => {
          const next = await leaderOf(db);
          expect(next?.fence).toBeGreaterThan(leader?.fence ?? 0);
          expect(looks.at(-1)?.node).toBe(next?.name);
        }, patience);
      else if (goOn) await pause(chance.below(6000));
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
    await vi.waitFor(() => expect(looks.length).toBeGreaterThanOrEqual(runs), patience);
    turning.isOver = true;
    await vi.waitFor(async () => {
      const statuses = await db.selectFrom("checks").select("status").distinct().execute();
      expect(statuses).toEqual([{ status: "online" }]);
    }, patience);

    const leader = await leaderOf(db);
    const copy = await readCopy(db, folders);
    const { rows: followed } = await sql<{ eventId: number; checkId: string; kind: string; cameFrom: string | null }>`
      select event_id, check_id, kind, came_from from followed order by number`.execute(db);
    const told = copy.events.slice(0, followed.length).map(({ id, checkId, kind }) => [id, checkId, kind]);
    expect(followed.map(({ eventId, checkId, kind }) => [eventId, checkId, kind])).toEqual(told);
    const known = new Set(copy.results);
    expect([...shared].filter((result) => !known.has(result))).toEqual([]);
    // What was under way when its node was held may still come once that goes on.
    const blocks = looks.filter(({ node }, index) => node !== looks[index - 1]?.node).length;
    expect(blocks).toBeLessThanOrEqual((leader?.fence ?? 0) + 2 * heldWhole);

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
