import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../server/db/connection.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { type Footprint, measureFootprint, measureTogether } from "../soak/processes.ts";
import { type BenchPortal, startBenchPortal, untilIdle } from "./bench-portal.ts";
import { letWatch, loopbackOf, type Sites, startSites } from "./checks/sites.ts";
import { type Row, rowAtMost } from "./table.ts";

const watched = 20;
const [maxPortal, maxWithSoketi, maxWithChecker] = [180, 250, 330];
/** As many times as a person looks around in the morning. */
const visits = ["/", "/websites", "/customers", "/wiki", "/"];
const startsWithinMs = 60_000;
/** After ten seconds without work it is collected, and within a minute V8 gives back what is free then. */
const restMs = 80_000;

/**
 * Resident memory of a portal that is at rest after somebody looked around: alone, with Soketi, and with the checker.
 * The program of Node, which all of them run, counts once; beside it stands what the processes add up to.
 */
export async function measureMemory(): Promise<Row[]> {
  const alone = await measureAtRest(await startBenchPortal());
  const sites = await startSites();
  try {
    const watching = await measureAtRest(await startBenchPortal((db, userId) => watch(db, userId, sites)), {
      hasChecker: true,
    });
    const row = (what: string, megabytes: number, most: number, sum = 0) =>
      rowAtMost(`Arbeitsspeicher im Leerlauf: ${what}`, megabytes, {
        most,
        unit: "MiB",
        note: sum > 0 ? ` (einzeln zusammen ${sum})` : "",
      });
    const watchingSum = watching.rssMib + watching.soketiMib + watching.checkerMib;
    return [
      row("Portal", alone.rssMib, maxPortal),
      row("Portal und Soketi", alone.togetherMib, maxWithSoketi, alone.rssMib + alone.soketiMib),
      row("Portal, Soketi und Prüfer", watching.togetherMib, maxWithChecker, watchingSum),
    ];
  } finally {
    sites.stop();
  }
}

interface AtRest extends Footprint {
  togetherMib: number;
}

async function measureAtRest(portal: BenchPortal, { hasChecker = false } = {}): Promise<AtRest> {
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
      if (!hasChecker || seen.checkerMib > 0) return { ...seen, togetherMib: measureTogether(portal) };
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
