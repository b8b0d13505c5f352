import type { Db } from "../../../server/db/connection.ts";
import { openTestDatabase } from "../database.ts";
import { atFileEnd } from "../file-end.ts";
import { findPostgres, type PostgresServer } from "../servers/postgres.ts";
import { clonePostgres, startMigrated } from "./databases.ts";

const programs = findPostgres();
let server: Promise<PostgresServer> | undefined;

/** For tests of what has to hold on both: each engine, whether it is here, and how to open a migrated database of its own. */
export const engines = [
  { engine: "SQLite", isMissing: false, openDatabase: openTestDatabase },
  {
    engine: programs ? "Postgres" : "Postgres (skipped: Debian's postgresql is not installed)",
    isMissing: !programs,
    async openDatabase(): Promise<Db> {
      if (!server) {
        server = startMigrated(programs ?? "");
        atFileEnd(async () => {
          const ended = await server;
          server = undefined;
          await ended?.stop();
        });
      }
      return clonePostgres((await server).folder);
    },
  },
] as const;
