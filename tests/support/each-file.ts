import { afterAll, inject } from "vitest";
import { endFile } from "./file-end.ts";
import "./patience.ts";
import { removeTemporaryFolders } from "./temporary-folders.ts";

/**
 * Runs for every test file. Files share the modules of their worker, so hooks that belong to a file stand here: a module
 * registers its own only for the first file that imports it.
 */
afterAll(async () => {
  await endFile();
  removeTemporaryFolders();
});

if (inject("accepting") !== undefined) {
  const { expectBothEngines, noteStatements } = await import("./postgres/both-engines.ts");
  noteStatements();
  afterAll(expectBothEngines);
}
