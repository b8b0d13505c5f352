import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { SharedRedis } from "../nodes/open-links.ts";
import { countRestarts, type Restarts } from "../restarts.ts";
import { StartProblem } from "../start-problem.ts";
import { createHealthCheck, type Health, type SoketiApp } from "./health.ts";
import { launch, writeRunFile } from "./launch.ts";
import { claimPort } from "./port.ts";
import { readSettings } from "./settings.ts";

export type SoketiState = "online" | "offline";

export interface Soketi {
  readonly port: number;
  /** The process that runs now; undefined between two runs. */
  pid(): number | undefined;
  state(): SoketiState;
  /** How often it had to be started again. */
  restarts(): Restarts;
  onState(listener: (state: SoketiState) => void): () => void;
  /** Calls back when the Soketis of several nodes may not have heard each other for a while. */
  onGap(listener: () => void): () => void;
  stop(): Promise<void>;
}

export interface SoketiOptions {
  configFile: string;
  dataDir: string;
  /** 0 takes a free port. */
  port: number;
  app: SoketiApp;
  /** Where it meets the Soketis of other nodes. */
  shared?: SharedRedis | undefined;
  log: Logger;
  /** Is told when a process has been started, long before it answers. */
  onLaunched?(): void;
}

/** A start takes a second; on a busy machine it takes many. */
const startLimitMs = 60_000;
const portAttempts = 3;
const startPollMs = 50;
const checkEveryMs = 2000;
const missedChecksAllowed = 2;
const firstRetryMs = 100;
const maxRetryMs = 3000;
const healthyAfterMs = 10_000;
const stopLimitMs = 3000;

/**
 * Starts Soketi and keeps it running until stop(). Rejects with a StartProblem when soketi.json or the port forbids it;
 * once it has resolved, every end of the process is logged and followed by a new start.
 */
export async function startSoketi(options: SoketiOptions): Promise<Soketi> {
  const settings = readSettings(options.configFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = await claimPort(options.port);
    const runFile = writeRunFile(options, settings, port);
    const supervisor = new Supervisor(port, runFile, createHealthCheck(port, options.app), options.log);
    try {
      const started = supervisor.start();
      options.onLaunched?.();
      await started;
      return supervisor;
    } catch (problem) {
      // A free port can be taken before Soketi has it; one that somebody has chosen stays.
      if (options.port !== 0 || attempt === portAttempts) throw problem;
    }
  }
}

class Supervisor implements Soketi {
  readonly port: number;
  readonly #runFile: string;
  readonly #check: () => Promise<Health>;
  readonly #log: Logger;
  readonly #listeners = new Set<(state: SoketiState) => void>();
  readonly #gapListeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #state: SoketiState = "offline";
  #child: ChildProcess | undefined;
  readonly #restarts = countRestarts();
  #running: Promise<void> = Promise.resolve();

  constructor(port: number, runFile: string, check: () => Promise<Health>, log: Logger) {
    this.port = port;
    this.#runFile = runFile;
    this.#check = check;
    this.#log = log;
  }

  pid(): number | undefined {
    return this.#child?.pid;
  }

  state(): SoketiState {
    return this.#state;
  }

  restarts(): Restarts {
    return this.#restarts.read();
  }

  onState(listener: (state: SoketiState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  async start(): Promise<void> {
    const child = this.#launch();
    const health = await this.#awaitHealth(child);
    if (health === "ours") {
      this.#running = this.#keepRunning(child);
      return;
    }
    await this.stop();
    throw new StartProblem(
      health === "foreign"
        ? `Auf Port ${this.port} antwortet ein anderes Programm als unser Soketi; setze SOKETI_PORT auf einen freien Port.`
        : `Soketi antwortet nicht auf Port ${this.port}; prüfe soketi.json und SOKETI_PORT.`,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child) {
      const force = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
      child.kill("SIGTERM");
      await this.#ended(child);
      clearTimeout(force);
    }
    await this.#running;
  }

  /** Watches one run after the other; a run that did not last delays the next. */
  async #keepRunning(first: ChildProcess): Promise<void> {
    let child = first;
    let health: Health = "ours";
    let retryMs = firstRetryMs;
    for (;;) {
      const startedAt = performance.now();
      if (health === "ours") {
        this.#setState("online");
        await this.#watch(child);
      } else this.#end(child);
      await this.#ended(child);
      this.#setState("offline");
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - startedAt > healthyAfterMs) retryMs = firstRetryMs;
      this.#log.warn({ code: child.exitCode, signal: child.signalCode, retryMs }, "Soketi ended; it is started again");
      await this.#pause(retryMs);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
      if (this.#stopping.signal.aborted) return;
      this.#restarts.note();
      child = this.#launch();
      health = await this.#awaitHealth(child);
    }
  }

  #launch(): ChildProcess {
    const child = launch(this.#runFile, this.#log);
    this.#child = child;
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once("exit", forget);
    child.on("message", () => {
      for (const listener of this.#gapListeners) listener();
    });
    child.on("error", (error) => {
      this.#log.error({ err: error }, "Soketi cannot be started");
      if (child.pid === undefined) forget();
    });
    return child;
  }

  async #awaitHealth(child: ChildProcess): Promise<Health> {
    const giveUpAt = performance.now() + startLimitMs;
    let health: Health = "silent";
    while (performance.now() < giveUpAt && isRunning(child) && !this.#stopping.signal.aborted) {
      health = await this.#check();
      if (health !== "silent") return health;
      await this.#pause(startPollMs);
    }
    return health;
  }

  /** Returns when the process has ended, or has been ended because it no longer answers. */
  async #watch(child: ChildProcess): Promise<void> {
    const ended = this.#ended(child);
    let missed = 0;
    while (isRunning(child)) {
      await Promise.race([ended, this.#pause(checkEveryMs)]);
      if (!isRunning(child) || this.#stopping.signal.aborted) return;
      missed = (await this.#check()) === "ours" ? 0 : missed + 1;
      if (missed < missedChecksAllowed) continue;
      this.#end(child);
      return;
    }
  }

  #end(child: ChildProcess): void {
    if (this.#stopping.signal.aborted || !isRunning(child)) return;
    this.#log.error("Soketi does not answer; its process is ended");
    child.kill("SIGKILL");
  }

  async #ended(child: ChildProcess): Promise<void> {
    if (isRunning(child)) await new Promise((resolve) => child.once("exit", resolve));
  }

  /** Waits, at most until stop(). */
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }

  #setState(state: SoketiState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#log.info({ port: this.port }, `Soketi is ${state}`);
    for (const listener of this.#listeners) listener(state);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
