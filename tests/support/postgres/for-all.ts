import type { TestProject } from "vitest/node";
import { findPostgres } from "../servers/postgres.ts";
import { startMigrated } from "./databases.ts";
import { partName } from "./part.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the Postgres on which tests open their databases; SQLite in memory without one. */
    postgres: string | undefined;
    /** The folder of the Postgres that has to accept what tests say to SQLite. */
    accepting: string | undefined;
  }
}

/**
 * In the part that runs on Postgres, and with TEST_ENGINE=postgres everywhere, every test's database is one on Postgres; with
 * TEST_ENGINE=both it is one on SQLite, and Postgres has to accept every statement as well.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("postgres", undefined);
  project.provide("accepting", undefined);
  const engine = project.name === partName ? "postgres" : process.env.TEST_ENGINE;
  if (engine !== "postgres" && engine !== "both") return undefined;
  const programs = findPostgres();
  if (!programs) throw new Error(`TEST_ENGINE=${engine} needs Debian's postgresql.`);
  const server = await startMigrated(programs);
  project.provide(engine === "postgres" ? "postgres" : "accepting", server.folder);
  return server.stop;
}
