import { flushCompileCache } from "node:module";
import { collectAtRest } from "../collect-at-rest.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { noteMemoryRestart } from "../features/system/memory-restarts.ts";
import { createLog, type Log, setLogLevel } from "../log.ts";
import { endBy, type StartProblem } from "../start-problem.ts";
import { endsInTime, openEnding } from "./ending.ts";
import { guardMemory, restartCode } from "./memory-guard.ts";
import { type Portal, type StartOptions, startPortal } from "./portal.ts";

interface Options extends StartOptions {
  variables: Record<string, string | undefined>;
  /** Runs once the portal answers, before its address is told. */
  onStarted?(portal: Portal, env: Environment): Promise<void>;
}

const flushAfterMs = 5000;
/** With a full memory nothing is waited for long. */
const noteLimitMs = 5000;

/** Runs the portal as a process: until SIGTERM, SIGINT or SIGHUP (exit 0), or one sentence why it cannot start (exit 1 or 78). */
export async function runPortal({ variables, onStarted, ...options }: Options): Promise<void> {
  try {
    const env = readEnvironment(variables);
    const log = createLog(env.logLevel);
    const onTaken = (problem: StartProblem) => void end(problem);
    const current = { portal: await startPortal(env, log, { ...options, onTaken, restart: () => void restart() }) };
    const { portal } = current;
    const ending = openEnding({ stop: () => current.portal.stop(), log });
    const restart = async () => {
      try {
        if (!(await ending.stopInTime())) process.exit(restartCode);
        current.portal = await startPortal(env, log, { ...options, onTaken });
        log.info({ url: current.portal.url }, "portal is running again");
        announce(current.portal);
      } catch (err) {
        log.fatal({ err }, "the portal did not start again");
        process.exit(restartCode);
      }
    };
    const end = ({ message }: StartProblem) => {
      log.fatal("another portal has taken the database; this one ends");
      process.stderr.write(`${message}\n`);
      return ending.end(1);
    };
    await onStarted?.(portal, env);
    // A terminal that is closed sends SIGHUP, and takes nothing more of what is told to it.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => ending.signal(signal));
    const restartForMemory = async () => {
      await endsInTime(noteMemoryRestart(current.portal.services), noteLimitMs, log);
      await ending.end(restartCode);
    };
    guardMemory({ log, restart: () => void restartForMemory() });
    collectAtRest();
    toggleLogOnSignal(log, env.logLevel);
    log.info({ url: portal.url }, "portal is running");
    announce(portal);
    // Node writes what it has compiled at a regular end only, which a portal that is killed never reaches. The first
    // requests do not wait for it.
    setTimeout(flushCompileCache, flushAfterMs).unref();
  } catch (error) {
    endBy(error);
  }
}

/** For the person at the terminal; the log on standard output stays pure JSON, and the one-time link out of it. */
function announce(portal: Portal): void {
  process.stderr.write(`\nMEDIUM TechCenter läuft: ${portal.url}\n`);
  for (const notice of portal.notices) process.stderr.write(`Achtung: ${notice}\n`);
  if (portal.setUpUrl) process.stderr.write(`Erstes Konto anlegen (einmal gültig): ${portal.setUpUrl}\n`);
}

/** SIGUSR2 has the log tell everything, and the next one as much as before, in all parts of this process. */
function toggleLogOnSignal(log: Log, level: string): void {
  if (process.platform === "win32") return;
  process.on("SIGUSR2", () => {
    setLogLevel(log, log.level === "debug" ? level : "debug");
    log.warn({ logLevel: log.level }, "log level changed");
  });
}
