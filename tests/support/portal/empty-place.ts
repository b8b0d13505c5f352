import path from "node:path";
import { inject } from "vitest";
import type { DataPlace } from "../../../server/db/data-place.ts";
import { createPostgres } from "../postgres/databases.ts";
import { temporaryFolder } from "../temporary-folders.ts";

/** Where nothing lies yet, on the engine of the test. */
export async function emptyPlace(): Promise<DataPlace> {
  const dataDir = path.join(temporaryFolder("elsewhere"), "restored");
  const server = inject("postgres");
  if (server === undefined) return { dataDir };
  const { url } = await createPostgres(server, { from: "template1" });
  return { dataDir, postgres: { url, directUrl: url } };
}
