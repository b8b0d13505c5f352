import { existsSync } from "node:fs";
import path from "node:path";
import { quickenImports } from "./quick-imports.ts";

// Whatever the portal writes is for its own account alone, also the files of libraries and child processes.
process.umask(0o077);
// Everything else is imported once imports are quick.
const endQuickImports = quickenImports();
const [{ readEnvironment }, { endBy }] = await Promise.all([import("../env.ts"), import("../start-problem.ts")]);
try {
  // A variable that is wrong is told before the program is read.
  readEnvironment(process.env);
} catch (error) {
  endBy(error);
}
const { DATA_DIR: dataDir = "./data", DATABASE_URL: postgres } = process.env;
const isNew = !postgres && !existsSync(path.join(dataDir, "techcenter.sqlite"));
const newDatabase = isNew ? (await import("./new-database.ts")).makeNewDatabase() : undefined;
const { runPortal } = await import("./run.ts");
await runPortal({ variables: process.env, newDatabase });
endQuickImports();
