import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import type { Logger } from "pino";
import type { SharedRedis } from "../nodes/open-links.ts";
import type { SoketiApp } from "./health.ts";
import { answerLimitMs } from "./late-answers.ts";
import type { Settings } from "./settings.ts";

const program = path.join(import.meta.dirname, "process.ts");
const maxLineLength = 2000;

interface Run {
  dataDir: string;
  app: SoketiApp;
  /** Where the Soketis of several nodes meet. */
  shared?: SharedRedis | undefined;
}

/** Writes what Soketi reads at its start, secrets included, for the owner's eyes only; returns the file. */
export function writeRunFile({ dataDir, app, shared }: Run, settings: Settings, port: number): string {
  const file = path.join(dataDir, "soketi.run.json");
  const content = {
    ...settings,
    port,
    // Discovery binds a UDP port even where there is nobody to find; with a key it ignores every foreign packet.
    "cluster.port": port,
    "cluster.key": app.secret,
    "appManager.array.apps.0.id": app.id,
    "appManager.array.apps.0.key": app.key,
    "appManager.array.apps.0.secret": app.secret,
    ...(shared && {
      "adapter.driver": "redis",
      "adapter.redis.url": shared.url,
      "adapter.redis.prefix": `${shared.prefix}:soketi`,
      "adapter.redis.requestsTimeout": answerLimitMs,
    }),
  };
  const text = JSON.stringify(content, null, 2);
  // A start on a full disk writes nothing that is there already.
  if (existsSync(file) && readFileSync(file, "utf8") === text) return file;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return file;
}

/** Starts Soketi as a child that ends with this process; its output goes to the log, line by line. */
export function launch(runFile: string, log: Logger): ChildProcess {
  // SOKETI_* in the environment and a .env in the working directory would beat the file.
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith("SOKETI_")) delete env[name];
  const child = spawn(process.execPath, [program, runFile], {
    cwd: path.dirname(runFile),
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // In a group of its own it does not hear Ctrl+C: the portal decides when it stops.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  forward(child.stdout, (line) => log.debug(line));
  forward(child.stderr, (line) => log.warn(line));
  return child;
}

function forward(stream: NodeJS.ReadableStream | null, write: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream }).on("line", (line) => {
    const text = stripVTControlCharacters(line).trim().slice(0, maxLineLength);
    if (text !== "") write(text);
  });
}
