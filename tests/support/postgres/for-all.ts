import type { TestProject } from "vitest/node";
import { findPostgres, startPostgres } from "../servers/postgres.ts";
import { writeTemplate } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the Postgres on which tests open their databases; SQLite in memory without one. */
    postgres: string | undefined;
  }
}

/** With TEST_ENGINE=postgres every test's database is one on Postgres. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("postgres", undefined);
  if (process.env.TEST_ENGINE !== "postgres") return undefined;
  const programs = findPostgres();
  if (!programs) throw new Error("TEST_ENGINE=postgres needs Debian's postgresql.");
  const server = await startPostgres(programs);
  await writeTemplate(server.folder);
  project.provide("postgres", server.folder);
  return server.stop;
}
