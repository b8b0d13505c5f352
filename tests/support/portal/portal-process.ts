import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const root = path.resolve(import.meta.dirname, "../../..");

export interface PortalProcess {
  url: string;
  /** Sends a signal and resolves with the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export function newDataDir(): string {
  return mkdtempSync(path.join(tmpdir(), "portal-"));
}

/** A port that stays the same when the portal comes back. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

interface Options {
  dataDir: string;
  env?: Record<string, string>;
  /** The project's folder, or a copy of it. */
  from?: string;
  nodeFlags?: string[];
}

const quiet = { PORT: "0", SOKETI_PORT: "0", MONITORING: "off" };

function spawnPortal({ dataDir, env, from = root, nodeFlags = [] }: Options): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [...nodeFlags, path.join(from, "server/portal/main.ts")], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", ...quiet, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts the portal as `npm start` does, in a process of its own, and resolves when it says where it is. */
export function startPortalProcess(options: Options): Promise<PortalProcess> {
  const child = spawnPortal(options);
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? (signal as NodeJS.Signals))),
  );
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr?.on("data", (text) => {
      errors += text;
    });
    void exited.then((code) => reject(new Error(`the portal ended with ${code}: ${errors}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const entry = JSON.parse(line) as { msg?: string; url?: string };
      if (entry.msg !== "portal is running" || !entry.url) return;
      resolve({
        url: entry.url,
        end(signal) {
          child.kill(signal);
          return exited;
        },
      });
    });
  });
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
