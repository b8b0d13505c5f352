import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../server/db/connection.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { type Footprint, measureFootprint } from "../soak/processes.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "./bench-portal.ts";
import { letWatch, loopbackOf, type Sites, startSites } from "./checks/sites.ts";
import { type Row, rowAtMost } from "./table.ts";

const watched = 20;
const [maxPortal, maxWithSoketi, maxWithChecker] = [180, 250, 330];
/** As many times as a person looks around in the morning. */
const visits = ["/", "/websites", "/customers", "/wiki", "/"];
const startsWithinMs = 60_000;
/** A portal that has had nothing to do for ten seconds collects what it no longer holds. */
const restMs = 20_000;

/** Resident memory of a portal that is at rest after somebody looked around: alone, with Soketi, and with the checker. */
export async function measureMemory(): Promise<Row[]> {
  const alone = await measureAtRest(await startBenchPortal());
  const sites = await startSites();
  try {
    const watching = await measureAtRest(await startBenchPortal((db, userId) => watch(db, userId, sites)), {
      hasChecker: true,
    });
    const row = (what: string, megabytes: number, most: number) =>
      rowAtMost(`Arbeitsspeicher im Leerlauf: ${what}`, megabytes, { most, unit: "MiB" });
    return [
      row("Portal", alone.rssMib, maxPortal),
      row("Portal und Soketi", alone.rssMib + alone.soketiMib, maxWithSoketi),
      row("Portal, Soketi und Prüfer", watching.rssMib + watching.soketiMib + watching.checkerMib, maxWithChecker),
    ];
  } finally {
    sites.stop();
  }
}

async function measureAtRest(portal: BenchPortal, { hasChecker = false } = {}): Promise<Footprint> {
  try {
    for (const path of visits) {
      const answer = await fetch(`${portal.url}${path}`, { headers: { cookie: portal.cookie } });
      await answer.text();
    }
    await untilIdle(portal);
    await pause(restMs);
    const until = performance.now() + startsWithinMs;
    for (;;) {
      const seen = measureFootprint(portal);
      if (!hasChecker || seen.checkerMib > 0) return seen;
      if (performance.now() > until) throw new Error("the checker does not run");
      await pause(500);
    }
  } finally {
    await portal.stop();
  }
}

async function watch(db: Db, userId: string, sites: Sites): Promise<void> {
  await createManyWebsites(db, watched, userId);
  await letWatch(db, sites);
  const rows = await db.selectFrom("websites").select("id").orderBy("id").execute();
  for (const [index, { id }] of rows.entries())
    await sql`update websites set lifecycle = 'live', url = ${`http://${loopbackOf(index + 1)}:${sites.port}/`}
      where id = ${id}`.execute(db);
}
