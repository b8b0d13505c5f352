import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { wrapDatabase } from "../../../server/db/connection.ts";
import { openProcessFigures, type ProcessSource } from "../../../server/features/system/process-figures.ts";
import { type HealthSources, healthRoutes } from "../../../server/http/health.ts";
import { openTestDatabase } from "../../support/database.ts";

async function ready({
  checker,
  ...change
}: Partial<HealthSources> & { checker?: ReturnType<ProcessSource["checker"]> } = {}) {
  const db = await openTestDatabase();
  const figures = openProcessFigures(db, {
    sockets: () => ({ open: 0, max: 1, refused: 0 }),
    requests: () => ({ count: 0, failed: 0, awaited: 0, slow: 0, p95Ms: 0 }),
    pushState: () => "online",
    pushRestarts: () => 0,
    checker: () => checker,
  });
  onTestFinished(() => figures.end());
  const routes = healthRoutes({ db, soketiState: () => "online", folder: tmpdir(), ...change });
  const live = await routes.request("/live");
  const answer = await routes.request("/ready");
  return { live: live.status, code: answer.status, ...((await answer.json()) as { status: string }) };
}

it("a portal without its tables is not ready, but alive", async () => {
  expect(await ready({ db: wrapDatabase(new Sqlite(":memory:")) })).toMatchObject({
    live: 200,
    code: 503,
    status: "unavailable",
  });
});

it("one whose people can work is ready, and degraded without its push server, its checker or a disk that tells", async () => {
  const degraded: [Parameters<typeof ready>[0], object][] = [
    [{ soketiState: () => "offline" }, { soketi: false }],
    [{ checker: { isRunning: false, restarts: 3 } }, { checker: false }],
    [{ folder: path.join(tmpdir(), "nowhere-at-all") }, { disk: "unknown" }],
  ];
  for (const [change, found] of degraded)
    expect(await ready(change)).toMatchObject({ code: 200, status: "degraded", ...found });
});

it("one with all of them is well, also where nothing is to be checked", async () => {
  const all = { code: 200, status: "ok", database: true, migrations: true, soketi: true, checker: true };
  expect(await ready()).toMatchObject(all);
  expect(await ready({ checker: { isRunning: true, restarts: 0 } })).toMatchObject(all);
});
