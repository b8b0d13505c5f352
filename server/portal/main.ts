import { runPortal } from "./run.ts";

// Whatever the portal writes is for its own account alone, also the files of libraries and child processes.
process.umask(0o077);
await runPortal({ variables: process.env });
