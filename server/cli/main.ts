import path from "node:path";
import { becomeOwner, isOfRoot, portalFile } from "./data-owner.ts";
import { runCommandLine } from "./run.ts";
import { openTerminal } from "./terminal.ts";

// Whatever a command writes is for the account of the portal alone.
process.umask(0o077);
const terminal = openTerminal(process);
const stopping = new AbortController();
stopping.signal.addEventListener("abort", () => {
  // A question that waits for its answer ends so; a terminal that was closed takes nothing more of what is told to it.
  terminal.close();
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
});
// Begun by a portal, it ends with it; what it leaves is found by the next run.
process.once("disconnect", () => stopping.abort());
const dataDir = path.resolve(process.env.DATA_DIR || "./data");
const wasEmpty = portalFile(dataDir) === undefined;
const code = await runCommandLine(
  process.argv.slice(2),
  { variables: { ...process.env, DATA_DIR: dataDir }, terminal, signal: stopping.signal },
  ({ isAbortable }) => {
    // Once each: who asks again is not to wait. What looks at no signal is left to the system, which ends it at once.
    for (const signal of isAbortable ? (["SIGINT", "SIGTERM", "SIGHUP"] as const) : [])
      process.once(signal, () => stopping.abort());
    becomeOwner(dataDir);
  },
);
if (code === 0 && wasEmpty && isOfRoot(dataDir))
  terminal.note(
    `Alles in ${dataDir} gehört root. Läuft das Portal unter einem anderen Konto, gib es ihm vor dem Start, etwa: chown -R techcenter: ${dataDir}`,
  );
terminal.close();
process.exit(code);
