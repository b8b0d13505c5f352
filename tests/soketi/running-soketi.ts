import { mkdtempSync, rmSync } from "node:fs";
import type { Agent } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import Pusher from "pusher";
import { type Soketi, type SoketiOptions, startSoketi } from "../../server/soketi/supervisor.ts";

export const app = { id: "k-app", key: "k-key", secret: "k-secret" };
export const configFile = path.resolve(import.meta.dirname, "../../soketi.json");

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface Running extends Soketi {
  dataDir: string;
  lines: LogLine[];
  /** The server's client, as the portal uses it. */
  publisher: Pusher;
}

export function recordLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  return { log: pino({ level: "debug" }, new Writable({ write })), lines };
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "soketi-"));
}

export function createPublisher(port: number, credentials = app, agent?: Agent): Pusher {
  const { id: appId, key, secret } = credentials;
  return new Pusher({
    appId,
    key,
    secret,
    host: "127.0.0.1",
    port: String(port),
    useTLS: false,
    ...(agent && { agent }),
  });
}

/** The real Soketi with our soketi.json on a free port; stop() also removes its data folder. */
export async function runSoketi(options: Partial<SoketiOptions> = {}): Promise<Running> {
  const dataDir = temporaryFolder();
  const { log, lines } = recordLog();
  const soketi = await startSoketi({ configFile, dataDir, port: 0, app, log, ...options });
  return {
    port: soketi.port,
    pid: () => soketi.pid(),
    state: () => soketi.state(),
    restarts: () => soketi.restarts(),
    onState: (listener) => soketi.onState(listener),
    onGap: (listener) => soketi.onGap(listener),
    dataDir,
    lines,
    publisher: createPublisher(soketi.port),
    stop: async () => {
      await soketi.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
