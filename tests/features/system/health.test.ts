import { tmpdir } from "node:os";
import path from "node:path";
import { createHistogram } from "node:perf_hooks";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { wrapDatabase } from "../../../server/db/connection.ts";
import {
  openProcessFigures,
  type ProcessSource,
  readProcessFigures,
} from "../../../server/features/system/process-figures.ts";
import { openDisks } from "../../../server/files/disk-space.ts";
import { type HealthSources, healthRoutes } from "../../../server/http/health.ts";
import { type NodeStanding, singleNode } from "../../../server/nodes/nodes.ts";
import { openTestDatabase } from "../../support/database.ts";

const nothingAsked = { count: 0, failed: 0, awaited: 0, slow: 0, p95Ms: 0 };
const source: ProcessSource = {
  sockets: () => ({ open: 0, max: 1, refused: 0 }),
  requests: () => nothingAsked,
  pushState: () => "online",
  pushRestarts: () => ({ total: 0, lastDay: 0 }),
  checker: () => undefined,
};

const dataDir = "/srv/techcenter";
/** Disks of their own for data and uploads, with so many megabytes free. */
const disksOf = ({ data = 15_000, uploads = 15_000 }) =>
  openDisks(dataDir, {
    read: async (folder) => ({ bavail: folder === dataDir ? data : uploads, blocks: 20_000, bsize: 1024 * 1024 }),
  });

interface Change extends Partial<HealthSources> {
  checker?: ReturnType<ProcessSource["checker"]>;
  /** How many turns of the event loop took more than a second, of a thousand that were in time. */
  lateTurns?: number;
}

async function ready({ checker, lateTurns = 0, ...change }: Change = {}) {
  const db = await openTestDatabase();
  const loop = openLoop();
  const figures = openProcessFigures(db, { ...source, checker: () => checker }, loop);
  onTestFinished(() => figures.end());
  loop.turn(1000, 20);
  loop.turn(lateTurns, 1520);
  const usual: HealthSources = { db, soketiState: () => "online", disks: disksOf({}), nodes: singleNode() };
  const routes = healthRoutes({ ...usual, ...change });
  const live = await routes.request("/live");
  const answer = await routes.request("/ready");
  return { live: live.status, code: answer.status, ...((await answer.json()) as { status: string }) };
}

/** An event loop with a clock of its own, whose turns are late by as much as a test says. */
function openLoop() {
  const delay = Object.assign(createHistogram(), { enable: () => true, disable: () => true });
  let seconds = 0;
  return {
    delay,
    now: () => seconds * 1000,
    turn(count: number, ms: number) {
      for (let turn = 0; turn < count; turn += 1) delay.record(ms * 1e6);
      seconds += (count * ms) / 1000;
    },
  };
}

it("a portal without its tables is not ready, but alive", async () => {
  expect(await ready({ db: wrapDatabase(new Sqlite(":memory:")) })).toMatchObject({
    live: 200,
    code: 503,
    status: "unavailable",
  });
});

it("an event loop that stalls for good has too few turns to count and is told all the same", async () => {
  const loop = openLoop();
  const db = await openTestDatabase();
  const figures = openProcessFigures(db, source, loop);
  onTestFinished(() => figures.end());
  const p99 = (reset = false) => readProcessFigures(db, { reset })?.eventLoopP99Ms;
  loop.turn(6, 1520);
  expect(p99()).toBeUndefined();
  loop.turn(194, 1520);
  expect(p99()).toBeCloseTo(1500, -1);
  // A sample begins anew, and what it has measured counts until there is enough of the time after it.
  expect(p99(true)).toBeCloseTo(1500, -1);
  loop.turn(499, 20);
  expect(p99(true)).toBeCloseTo(1500, -1);
  loop.turn(1, 20);
  expect(p99()).toBe(0);
});

it("one that stalls is degraded, one that a single answer held up is well", async () => {
  expect(await ready({ lateTurns: 200 })).toMatchObject({ code: 200, status: "degraded", eventLoop: false });
  expect(await ready({ lateTurns: 1 })).toMatchObject({ code: 200, status: "ok", eventLoop: true });
});

it("one whose people can work is ready, and degraded without its push server, its Redis, its checker or a disk that tells", async () => {
  const degraded: [Parameters<typeof ready>[0], object][] = [
    [{ soketiState: () => "offline" }, { soketi: false }],
    [{ checker: { isRunning: false, restarts: { total: 3, lastDay: 3 } } }, { checker: false }],
    [{ redis: () => false }, { redis: false }],
    [{ disks: openDisks(path.join(tmpdir(), "nowhere-at-all")) }, { disk: "unknown" }],
    [{ disks: disksOf({ uploads: 0 }) }, { disk: "full" }],
    [{ disks: disksOf({ data: 900 }) }, { disk: "low" }],
  ];
  for (const [change, found] of degraded)
    expect(await ready(change)).toMatchObject({ code: 200, status: "degraded", ...found });
});

it("one whose database finds no space is not ready, however much there is for uploads", async () => {
  expect(await ready({ disks: disksOf({ data: 0 }) })).toMatchObject({ code: 503, disk: "full" });
});

it("a node among several is ready as long as the others hear it and it does not end, and says which", async () => {
  const among = (standing: NodeStanding) => ready({ nodes: { isShared: true, standing: () => standing } });
  expect(await among("draining")).toMatchObject({ live: 200, code: 503, status: "draining", node: "draining" });
  expect(await among("unheard")).toMatchObject({ live: 200, code: 503, status: "unavailable", node: "unheard" });
  expect(await among("living")).toMatchObject({ code: 200, status: "ok", node: "living" });
  expect(await ready()).not.toHaveProperty("node");
});

it("a disk that does not answer holds nothing up, and is not asked again meanwhile", async () => {
  let asked = 0;
  const read = async () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const disks = openDisks(dataDir, { read, patienceMs: 10 });
  for (let count = 0; count < 3; count += 1)
    expect(await ready({ disks })).toMatchObject({ code: 200, status: "degraded", disk: "unknown" });
  expect(asked).toBe(2);
});

it("one with all of them is well, also where nothing is to be checked", async () => {
  const all = { code: 200, status: "ok", database: true, migrations: true, soketi: true, checker: true };
  expect(await ready()).toMatchObject(all);
  expect(await ready()).not.toHaveProperty("redis");
  expect(await ready({ redis: () => true })).toMatchObject({ ...all, redis: true });
  expect(await ready({ checker: { isRunning: true, restarts: { total: 0, lastDay: 0 } } })).toMatchObject(all);
});
