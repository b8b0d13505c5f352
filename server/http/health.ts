import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { isMigrated } from "../db/migrate.ts";
import { readDiskSpace } from "../files/disk-space.ts";

/** Who asks, such as a balancer, does not wait for long: a database that says nothing is away. */
const patienceMs = 3000;

export interface HealthSources {
  db: Db;
  soketiState(): "online" | "offline";
  /** Whose disk has to have space. */
  folder: string;
}

/**
 * `/live`: the process answers. `/ready`: database, migrations, Soketi and disk space are there, else 503 with what is
 * missing. A disk that fills up degrades it before.
 */
export function healthRoutes({ db, soketiState, folder }: HealthSources): Hono {
  let migrated = false;
  const check = async (probe: () => Promise<unknown>) =>
    Promise.race([probe(), pause(patienceMs, false, { ref: false })]).then(
      (result) => result !== false,
      () => false,
    );
  return new Hono()
    .get("/live", (c) => c.json({ status: "ok" }))
    .get("/ready", async (c) => {
      const database = await check(() => sql`select 1`.execute(db));
      migrated ||= database && (await check(() => isMigrated(db)));
      const soketi = soketiState() === "online";
      const disk = await readDiskSpace(folder).then(
        ({ state }) => state,
        () => "unknown" as const,
      );
      const isReady = database && migrated && soketi && disk !== "full" && disk !== "unknown";
      const status = isReady ? (disk === "ok" ? "ok" : "degraded") : "unavailable";
      return c.json({ status, database, migrations: migrated, soketi, disk }, isReady ? 200 : 503);
    });
}
