import { Hono } from "hono";
import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { isMigrated } from "../db/migrate.ts";

export interface HealthSources {
  db: Db;
  soketiState(): "online" | "offline";
}

/** `/live`: the process answers. `/ready`: database, migrations and Soketi are there, else 503 with what is missing. */
export function healthRoutes({ db, soketiState }: HealthSources): Hono {
  let migrated = false;
  const check = async (probe: () => Promise<unknown>) =>
    probe().then(
      (result) => result !== false,
      () => false,
    );
  return new Hono()
    .get("/live", (c) => c.json({ status: "ok" }))
    .get("/ready", async (c) => {
      const database = await check(() => sql`select 1`.execute(db));
      migrated ||= database && (await check(() => isMigrated(db)));
      const soketi = soketiState() === "online";
      const isReady = database && migrated && soketi;
      return c.json(
        { status: isReady ? "ok" : "unavailable", database, migrations: migrated, soketi },
        isReady ? 200 : 503,
      );
    });
}
