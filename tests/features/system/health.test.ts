import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { wrapDatabase } from "../../../server/db/connection.ts";
import { type HealthSources, healthRoutes } from "../../../server/http/health.ts";
import { openTestDatabase } from "../../support/database.ts";

async function ready(change: Partial<HealthSources> = {}) {
  const db = await openTestDatabase();
  const routes = healthRoutes({ db, soketiState: () => "online", folder: tmpdir(), ...change });
  const live = await routes.request("/live");
  const answer = await routes.request("/ready");
  return { live: live.status, code: answer.status, ...((await answer.json()) as { status: string }) };
}

it("a portal without its push server, its tables or its disk is not ready, but alive", async () => {
  const dead: Partial<HealthSources>[] = [
    { soketiState: () => "offline" },
    { db: wrapDatabase(new Sqlite(":memory:")) },
    { folder: path.join(tmpdir(), "nowhere-at-all") },
  ];
  for (const change of dead) expect(await ready(change)).toMatchObject({ live: 200, code: 503, status: "unavailable" });
});

it("one with all of them is ready", async () => {
  expect(await ready()).toMatchObject({ live: 200, code: 200, database: true, migrations: true, soketi: true });
});
