import { runNight } from "./night.ts";

/** Runs a night in a process of its own, which is killed right before a statement: `DATA_DIR AT STATEMENT`. */
const [dataDir = "", at = "", statement = ""] = process.argv.slice(2);
await runNight(dataDir, new Date(at), (count) => {
  if (count === Number(statement)) process.kill(process.pid, "SIGKILL");
});
