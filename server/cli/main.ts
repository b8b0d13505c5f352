import { statSync } from "node:fs";
import path from "node:path";
import { databaseFile } from "../db/connection.ts";
import { runCommandLine } from "./run.ts";
import { openTerminal } from "./terminal.ts";

// Whatever a command writes is for the account of the portal alone.
process.umask(0o077);
actAsOwner(process.env.DATA_DIR ?? "./data");
const terminal = openTerminal();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
// Begun by a portal, it ends with it; what it leaves is found by the next run.
process.once("disconnect", () => stopping.abort());
const code = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  terminal,
  signal: stopping.signal,
});
terminal.close();
process.exit(code);

/**
 * What root writes into a data folder the portal's account could not open afterwards. So root's commands run as whoever
 * the database belongs to, or the secrets where that lies elsewhere.
 */
function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const files = [databaseFile(dataDir), path.join(dataDir, "secrets.json")];
  const owner = files.map((file) => statSync(file, { throwIfNoEntry: false })).find(Boolean);
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
