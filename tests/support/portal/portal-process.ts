import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { hostVariables } from "../cli/host-variables.ts";
import { testDatabaseUrl } from "../database.ts";
import { stablePort } from "../ports.ts";
import { temporaryFolder } from "../temporary-folders.ts";
import { signalTree } from "./process-tree.ts";

const root = path.resolve(import.meta.dirname, "../../..");

export interface PortalProcess {
  url: string;
  /** What it has told the person at the terminal so far. */
  told(): string;
  /** Resolves with the next line of its log that says so. */
  logged(message: string): Promise<Record<string, unknown>>;
  signal(signal: NodeJS.Signals): void;
  /** Sends it to the processes that the portal has started as well. */
  signalAll(signal: NodeJS.Signals): void;
  /** Sends a signal and resolves with the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export const newDataDir = (): string => temporaryFolder("portal");

/** A port that stays the same when the portal comes back. */
export const freePort = async (): Promise<string> => String(await stablePort());

interface Options {
  dataDir: string;
  env?: Record<string, string>;
  /** The project's folder, or a copy of it. */
  from?: string;
  nodeFlags?: string[];
  /** The program that starts it, with its arguments, such as one that gives it a network of its own. */
  startedBy?: readonly string[];
}

/** As scripts/launch.mjs has it: a start makes many objects, which are collected rarely. */
const flags = ["--max-semi-space-size=16"];
const quiet = { PORT: "0", SOKETI_PORT: "0", MONITORING: "off" };

/** With the database of the data folder, where it lies elsewhere. */
async function withDatabase({ env, ...options }: Options): Promise<Options> {
  const url = env?.DATABASE_URL ? undefined : await testDatabaseUrl(options.dataDir);
  return { ...options, env: { ...env, ...(url && { DATABASE_URL: url }) } };
}

function spawnPortal({ dataDir, env, from = root, nodeFlags = [], startedBy = [] }: Options): ChildProcess {
  const main = path.join(from, "server/portal/main.ts");
  const [program = process.execPath, ...args] = [...startedBy, process.execPath, ...flags, ...nodeFlags, main];
  return spawn(program, args, {
    env: { ...hostVariables(), ...quiet, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts the portal as `npm start` does, in a process of its own, and resolves when it says where it is. */
export async function startPortalProcess(options: Options): Promise<PortalProcess> {
  const child = spawnPortal(await withDatabase(options));
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? (signal as NodeJS.Signals))),
  );
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr?.on("data", (text) => {
      errors += text;
    });
    void exited.then((code) => reject(new Error(`the portal ended with ${code}: ${errors}`)));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      const entry = readEntry(line);
      if (entry.msg !== "portal is running" || typeof entry.url !== "string") return;
      resolve({
        url: entry.url,
        told: () => errors,
        logged: (message) =>
          new Promise((found) => {
            const look = (text: string) => {
              const said = readEntry(text);
              if (said.msg !== message) return;
              lines.off("line", look);
              found(said);
            };
            lines.on("line", look);
          }),
        signal: (signal) => void child.kill(signal),
        signalAll: (signal) => signalTree(child.pid, signal),
        end(signal) {
          child.kill(signal);
          return exited;
        },
      });
    });
  });
}

/** A line of the log; the last one of a portal that is killed may be cut off. */
function readEntry(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Starts a portal that cannot start and resolves with what it leaves. */
export function failToStart(options: Options): Promise<{ code: number | null; stderr: string }> {
  const child = spawnPortal(options);
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += text;
  });
  child.stdout?.resume();
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}
