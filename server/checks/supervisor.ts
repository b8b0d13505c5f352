import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { DataPlace } from "../db/data-place.ts";
import type { Log } from "../log.ts";
import { countRestarts, type Restarts } from "../restarts.ts";

export interface Checker {
  /** Starts the process, unless it runs already. */
  start(): void;
  /** Tells it that checks have changed, or that somebody waits for one. */
  wake(): void;
  /** Lets it look at targets until this moment of the host's clock. */
  lookUntil(until: number): void;
  /** Passes on what another node says, if it runs. */
  tell(message: object): void;
  /** The process that runs now; undefined between two runs and before the first. */
  pid(): number | undefined;
  /** How often it had to be started again, and whether it runs; undefined as long as nobody has started it. */
  state(): CheckerState | undefined;
  stop(): Promise<void>;
}

export interface CheckerState {
  isRunning: boolean;
  restarts: Restarts;
}

interface Options {
  place: DataPlace;
  /** `address:port` of a name server of its own; the system's when absent. */
  nameServer: string | undefined;
  /** Where the portal is reached, which it tells whom it looks at. */
  publicUrl?: string | undefined;
  /** This node where others are beside it: then it looks at targets only as long as it is let, and has others look too. */
  node?: string | undefined;
  /** A program in place of the portal's own checker, which it calls itself. */
  program?: string | undefined;
  logLevel: string;
  log: Log;
  onStored(): void;
  /** With what it says to other nodes. */
  onSaid?(message: unknown): void;
}

const ownProgram = path.join(import.meta.dirname, "process.ts");
const firstRetryMs = 200;
const maxRetryMs = 10_000;
const healthyAfterMs = 30_000;
const stopLimitMs = 15_000;

/** Keeps the checker's process running once it was started, whatever ends it, until stop(). */
export function openChecker({ program = ownProgram, log, onStored, onSaid, node, ...told }: Options): Checker {
  const { place, nameServer = "", logLevel, publicUrl = "" } = told;
  const args = [place.dataDir, nameServer, logLevel, publicUrl, ...(place.postgres ? ["postgres"] : [])];
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  let retryMs = firstRetryMs;
  let lookUntil = node === undefined ? undefined : 0;
  const restarts = countRestarts();

  function launch(): void {
    const startedAt = performance.now();
    const started = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // In a group of its own it does not hear Ctrl+C: the portal decides when it stops.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    child = started;
    if (place.postgres) started.send({ place, lookUntil, node }, () => undefined);
    started.stdout?.on("data", (chunk: Buffer) => process.stdout.write(chunk));
    if (started.stderr) createInterface({ input: started.stderr }).on("line", (line) => log.warn(line.slice(0, 2000)));
    started.on("message", (message) => {
      if (message === "stored") onStored();
      else onSaid?.(message);
    });
    started.on("error", (err) => log.error({ err }, "the checker cannot be started"));
    started.once("exit", (code, signal) => {
      if (child === started) child = undefined;
      if (!isWanted) return;
      if (performance.now() - startedAt > healthyAfterMs) retryMs = firstRetryMs;
      log.warn({ code, signal, retryMs }, "the checker ended; it is started again");
      timer = setTimeout(() => {
        restarts.note();
        launch();
      }, retryMs);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    });
    // What happened while none ran is read now.
    onStored();
  }

  const tell = (message: "wake" | object) => {
    if (child?.connected) child.send(message, () => {});
  };
  return {
    start() {
      if (isWanted) return;
      isWanted = true;
      launch();
    },
    wake: () => tell("wake"),
    lookUntil(until) {
      lookUntil = until;
      tell({ lookUntil });
    },
    tell,
    pid: () => child?.pid,
    state: () => (isWanted ? { isRunning: child?.pid !== undefined, restarts: restarts.read() } : undefined),
    async stop() {
      isWanted = false;
      clearTimeout(timer);
      const ending = child;
      if (!ending) return;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      const force = setTimeout(() => ending.kill("SIGKILL"), stopLimitMs);
      ending.kill("SIGTERM");
      await ended;
      clearTimeout(force);
    },
  };
}
