import { quickenImports } from "./quick-imports.ts";

// Whatever the portal writes is for its own account alone, also the files of libraries and child processes.
process.umask(0o077);
// Everything else is imported once imports are quick.
const endQuickImports = quickenImports();
const { runPortal } = await import("./run.ts");
endQuickImports();
await runPortal({ variables: process.env });
