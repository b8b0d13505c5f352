import { afterAll, inject } from "vitest";
import { takeTestDatabasesFrom } from "./database.ts";
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

const postgres = inject("postgres");
if (postgres) {
  const { openOfficeDatabase } = await import("./postgres/office-databases.ts");
  const { copyBeside, urlBeside } = await import("./postgres/databases.ts");
  takeTestDatabasesFrom({
    open: () => openOfficeDatabase(postgres),
    urlOf: (dataDir) => urlBeside(postgres, dataDir),
    copy: (from, to) => copyBeside(postgres, from, to),
  });
}

if (inject("accepting") !== undefined) {
  const { expectBothEngines, noteStatements } = await import("./postgres/both-engines.ts");
  noteStatements();
  afterAll(expectBothEngines);
}
