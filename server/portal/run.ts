import { flushCompileCache } from "node:module";
import { type Environment, readEnvironment } from "../env.ts";
import { createLog } from "../log.ts";
import { StartProblem } from "../start-problem.ts";
import { type Portal, startPortal } from "./portal.ts";

interface Options {
  variables: Record<string, string | undefined>;
  /** Runs once the portal answers, before its address is told. */
  onStarted?(portal: Portal, env: Environment): Promise<void>;
}

/** Runs the portal as a process: until SIGTERM or SIGINT (exit 0), or one sentence why it cannot start (exit 1). */
export async function runPortal({ variables, onStarted }: Options): Promise<void> {
  try {
    const env = readEnvironment(variables);
    const log = createLog(env.logLevel);
    const portal = await startPortal(env, log);
    await onStarted?.(portal, env);
    stopOnSignals(portal, (signal) => log.info({ signal }, "portal is stopping"));
    log.info({ url: portal.url }, "portal is running");
    announce(portal);
    // Node writes what it has compiled at a regular end only, which a portal that is killed never reaches.
    flushCompileCache();
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** For the person at the terminal; the log on standard output stays pure JSON, and the one-time link out of it. */
function announce(portal: Portal): void {
  process.stderr.write(`\nMEDIUM TechCenter läuft: ${portal.url}\n`);
  for (const notice of portal.notices) process.stderr.write(`Achtung: ${notice}\n`);
  if (portal.setUpUrl) process.stderr.write(`Erstes Konto anlegen (einmal gültig): ${portal.setUpUrl}\n`);
}

function stopOnSignals(portal: Portal, onStop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    onStop(signal);
    await portal.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
