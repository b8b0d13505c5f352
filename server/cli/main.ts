import path from "node:path";
import { becomeOwner, isOfRoot, portalFile } from "./data-owner.ts";
import { runCommandLine } from "./run.ts";
import { openTerminal } from "./terminal.ts";

// Whatever a command writes is for the account of the portal alone.
process.umask(0o077);
const terminal = openTerminal(process);
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
// Begun by a portal, it ends with it; what it leaves is found by the next run.
process.once("disconnect", () => stopping.abort());
const dataDir = path.resolve(process.env.DATA_DIR || "./data");
const wasEmpty = portalFile(dataDir) === undefined;
const code = await runCommandLine(
  process.argv.slice(2),
  { variables: { ...process.env, DATA_DIR: dataDir }, terminal, signal: stopping.signal },
  () => becomeOwner(dataDir),
);
if (code === 0 && wasEmpty && isOfRoot(dataDir))
  terminal.note(
    `Alles in ${dataDir} gehört root. Läuft das Portal unter einem anderen Konto, gib es ihm vor dem Start, etwa: chown -R techcenter: ${dataDir}`,
  );
terminal.close();
process.exit(code);
