import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { secondMs } from "../../contract/time/durations.ts";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import { BrowserOff, type OffReason, VisitProblem } from "./browser-problem.ts";
import { whatConfinementLacks } from "./confine.ts";
import { type BrowserPaths, hasChromium } from "./find-chromium.ts";
import type { ProcessOptions, VisitAnswer, VisitOrder } from "./messages.ts";
import type { VisitInput, VisitKind, VisitResult } from "./visits/visits.ts";

/** The browser for pages of others: one process of its own, started when it is needed. */
export interface ForeignBrowser {
  /**
   * Does something with a page; waits for its turn. Rejects with a VisitProblem for what is wrong with the page, and with
   * BrowserOff where no browser can be started.
   */
  visit<Kind extends VisitKind>(kind: Kind, input: VisitInput<Kind>, terms: VisitTerms): Promise<VisitResult<Kind>>;
  /** Why no browser can be started, or could not the last time; undefined as far as nothing is known against it. */
  off(): OffReason | undefined;
  /** Whether it was started and served. */
  hasServed(): boolean;
  /** The process that runs now. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface VisitTerms {
  /** Private networks that an admin has allowed. */
  allowedNetworks: readonly string[];
  /** For the visit itself, without the time in which it waits. */
  deadlineMs: number;
}

interface Options {
  log: Log;
  /** The memory that visits may take, which says how many run side by side; the machine's own, unless told. */
  freeBytes?: () => number;
  /** How long after its deadline a visit may be without an answer until its process counts as hanging. */
  graceMs?: number | undefined;
  /** In place of the portal's own program. */
  program?: string | undefined;
}

const ownProgram = path.join(import.meta.dirname, "process.ts");
const defaultGraceMs = 8 * secondMs;
const idleMs = 120 * secondMs;
const stopLimitMs = 10 * secondMs;
/** About what a browser with two pages takes. */
const roomForTwo = 1200 * 1024 * 1024;

interface Visit {
  order: Omit<VisitOrder, "id">;
  /** Nothing else runs beside it: the second try of what took too much memory together with another. */
  isAlone?: true;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Running extends Visit {
  child: ChildProcess;
  timer: NodeJS.Timeout;
}

type Surroundings = Pick<Environment, "dataDir" | "browser" | "checks" | "logLevel" | "publicUrl">;

export function openForeignBrowser(
  env: Surroundings,
  { log, freeBytes = () => process.availableMemory(), graceMs = defaultGraceMs, program = ownProgram }: Options,
): ForeignBrowser {
  const waiting: Visit[] = [];
  const running = new Map<number, Running>();
  const ending = new Set<ChildProcess>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** How the last start failed, and what was missing then. */
  let lastOff: { reason: OffReason; missing: OffReason | undefined } | undefined;
  let hasServed = false;
  let isStopped = false;
  let lastId = 0;

  function start(): ChildProcess {
    const started = spawnProgram(program, optionsOf(env), log);
    started.on("message", (answer: VisitAnswer) => finish(answer));
    started.once("exit", () => {
      if (child === started) child = undefined;
      ending.delete(started);
      for (const [id, visit] of [...running]) {
        if (visit.child !== started) continue;
        running.delete(id);
        clearTimeout(visit.timer);
        visit.reject(new VisitProblem("Der Browser ist abgestürzt.", isStopped ? "stopped" : "crashed"));
      }
      beginNext();
    });
    return started;
  }

  function finish(answer: VisitAnswer): void {
    const visit = running.get(answer.id);
    if (!visit) return;
    running.delete(answer.id);
    clearTimeout(visit.timer);
    lastOff = "off" in answer ? { reason: answer.off, missing: whatIsMissing(env.browser) } : undefined;
    if ("result" in answer) hasServed = true;
    const isCrowded = "problem" in answer && answer.problem.code === "crowded" && !visit.isAlone;
    if (isCrowded) waiting.unshift({ order: visit.order, isAlone: true, resolve: visit.resolve, reject: visit.reject });
    else answerVisit(visit, answer);
    beginNext();
  }

  function beginNext(): void {
    clearTimeout(idle);
    if (isStopped) return;
    while (waiting.length > 0 && running.size < maxAtOnce([...waiting.slice(0, 1), ...running.values()], freeBytes)) {
      const visit = waiting.shift();
      if (visit) begin(visit);
    }
    if (running.size === 0 && child) idle = setTimeout(end, idleMs).unref();
  }

  /** Ends the process; what is asked for meanwhile gets a new one. */
  function end(): void {
    if (!child) return;
    ending.add(child);
    child.kill("SIGTERM");
    child = undefined;
  }

  function begin(visit: Visit): void {
    child ??= start();
    const { pid } = child;
    lastId += 1;
    const timer = setTimeout(() => {
      log.warn({ pid, kind: visit.order.kind }, "the browser's process hangs and is ended");
      kill(pid);
    }, visit.order.deadlineMs + graceMs);
    running.set(lastId, { ...visit, child, timer });
    child.send({ ...visit.order, id: lastId }, (error) => {
      // The process is ending; its end answers for it.
      if (error) log.warn({ err: error }, "the browser's process does not listen");
    });
  }

  return {
    visit: (kind, input, terms) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new VisitProblem("Das Portal wird beendet.", "stopped"));
        if (!hasChromium(env.browser)) return reject(new BrowserOff("missing"));
        waiting.push({ order: { kind, input, ...terms }, resolve: resolve as (result: unknown) => void, reject });
        beginNext();
      }),
    // A start that failed over something that is there by now says nothing about the next one.
    off: () => whatIsMissing(env.browser) ?? (lastOff?.missing ? undefined : lastOff?.reason),
    hasServed: () => hasServed,
    pid: () => child?.pid,
    async stop() {
      isStopped = true;
      clearTimeout(idle);
      for (const visit of waiting.splice(0)) visit.reject(new VisitProblem("Das Portal wird beendet.", "stopped"));
      end();
      await allExited([...ending]);
    },
  };
}

/** Looked for each time: whoever reads the advice installs it while the portal runs. */
const whatIsMissing = (paths: BrowserPaths): OffReason | undefined =>
  hasChromium(paths) ? whatConfinementLacks(paths.folders) : "missing";

/** How many visits may run while these do, or are next. */
const maxAtOnce = (visits: readonly Visit[], freeBytes: () => number): number =>
  !visits.some(({ isAlone }) => isAlone) && freeBytes() >= roomForTwo ? 2 : 1;

const optionsOf = ({ dataDir, browser, checks, logLevel, publicUrl }: Surroundings): ProcessOptions => ({
  dataDir,
  ...browser,
  nameServer: checks.nameServer,
  logLevel,
  publicUrl: publicUrl?.href,
});

function spawnProgram(program: string, options: ProcessOptions, log: Log): ChildProcess {
  const started = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    serialization: "advanced",
    // In a group of its own it does not hear Ctrl+C: the portal decides when it stops.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  started.stdout?.on("data", (chunk: Buffer) => process.stdout.write(chunk));
  if (started.stderr) createInterface({ input: started.stderr }).on("line", (line) => log.warn(line.slice(0, 2000)));
  started.on("error", (err) => log.error({ err }, "the browser's process cannot be started"));
  return started;
}

function answerVisit({ resolve, reject }: Visit, answer: VisitAnswer): void {
  if ("result" in answer) resolve(answer.result);
  else if ("off" in answer) reject(new BrowserOff(answer.off));
  else if ("problem" in answer) reject(new VisitProblem(answer.problem.message, answer.problem.code));
  else reject(new Error(answer.failure));
}

/** Waits until processes have ended, and kills those that take too long. */
async function allExited(processes: readonly ChildProcess[]): Promise<void> {
  const force = setTimeout(() => {
    for (const { pid } of processes) kill(pid);
  }, stopLimitMs);
  await Promise.all(processes.map((each) => new Promise((resolve) => each.once("exit", resolve))));
  clearTimeout(force);
}

/** Ends a process and all that it started; its browsers end with their pipe, too. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
