import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { isMigrated } from "../db/migrate.ts";
import { readProcessFigures, stalledMs } from "../features/system/process-figures.ts";
import { type Disks, tightestOf } from "../files/disk-space.ts";
import type { Nodes } from "../nodes/nodes.ts";

/** Who asks, such as a balancer, does not wait for long: a database that says nothing is away. */
const patienceMs = 3000;

export interface HealthSources {
  db: Db;
  soketiState(): "online" | "offline";
  disks: Disks;
  /** Whether this node and the others hear each other; absent where there are none. */
  redis?: (() => boolean) | undefined;
  nodes: Pick<Nodes, "isShared" | "standing">;
}

/**
 * `/live`: the process answers. `/ready`: 503 where nobody can work, because the database, its migrations or space on the
 * disk of the data is missing; `degraded` where people can work and somebody should look: without live events, other
 * nodes or checks, with an event loop that lags, a disk that fills up or tells nothing, or a full one that holds uploads
 * alone. A node among several is not ready either while the others may take it for dead, and once it drains.
 */
export function healthRoutes({ db, soketiState, disks, redis, nodes }: HealthSources): Hono {
  let migrated = false;
  const check = async (probe: () => Promise<unknown>) =>
    Promise.race([probe(), pause(patienceMs, false, { ref: false })]).then(
      (result) => result !== false,
      () => false,
    );
  return new Hono()
    .get("/live", (c) => c.json({ status: "ok" }))
    .get("/ready", async (c) => {
      const reading = disks.read();
      const database = await check(() => sql`select 1`.execute(db));
      migrated ||= database && (await check(() => isMigrated(db)));
      const spaces = await reading;
      const disk = tightestOf(spaces).state;
      const soketi = soketiState() === "online";
      const figures = readProcessFigures(db);
      const checker = figures?.checker?.isRunning ?? true;
      const eventLoop = (figures?.eventLoopP99Ms ?? 0) < stalledMs;
      const node = nodes.standing();
      const isReady = database && migrated && spaces.data.state !== "full" && node === "living";
      const hearsOthers = redis?.() ?? true;
      const isWell = soketi && hearsOthers && checker && eventLoop && disk === "ok";
      const unready = node === "draining" ? "draining" : "unavailable";
      const status = isReady ? (isWell ? "ok" : "degraded") : unready;
      const found = {
        status,
        database,
        migrations: migrated,
        soketi,
        checker,
        eventLoop,
        disk,
        ...(redis && { redis: hearsOthers }),
        ...(nodes.isShared && { node }),
      };
      return c.json(found, isReady ? 200 : 503);
    });
}
