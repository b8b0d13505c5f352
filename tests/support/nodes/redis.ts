import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { stablePort } from "../ports.ts";
import type { Issued } from "../servers/certificates.ts";
import { removeFolder } from "../temporary-folders.ts";

/** Where a server lies that speaks as Redis does; undefined where there is none. */
export function findRedis(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = ["redis-server", "valkey-server"].flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  );
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface RedisServer {
  url: string;
  /** Ends it as a crash does. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Holds it without ending it: it takes connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Closes the connections of its clients. */
  cutClients(): Promise<void>;
  /** How much of the present minute is left by its clock. */
  secondsLeft(): Promise<number>;
  stop(): Promise<void>;
}

/** A server of its own on loopback, in a folder of its own; it keeps nothing. With a certificate it speaks TLS alone. */
export async function startRedis(
  program: string,
  { certificate, password }: { certificate?: Issued; password?: string } = {},
): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
  const port = await stablePort();
  const settings = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  if (certificate) settings.push("--port", "0", "--tls-port", String(port), ...tlsSettings(folder, certificate));
  else settings.push("--port", String(port));
  if (password) settings.push("--requirepass", password);
  const launch = async () => {
    const launched = spawn(program, settings, { stdio: ["ignore", "pipe", "inherit"] });
    await untilReady(launched);
    return launched;
  };
  let server = await launch();
  const signIn = password ? `default:${encodeURIComponent(password)}@` : "";
  const url = certificate ? `rediss://${signIn}localhost:${port}` : `redis://${signIn}127.0.0.1:${port}`;
  const ask = async <Answer>(question: (client: Redis) => Promise<Answer>) => {
    const client = new Redis(url);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  };
  const halt = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return {
    url,
    halt,
    async resume() {
      server = await launch();
    },
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    async cutClients() {
      await ask(async (client) => {
        await client.client("KILL", "TYPE", "pubsub");
        await client.client("KILL", "TYPE", "normal", "SKIPME", "yes");
      });
    },
    secondsLeft: () => ask(async (client) => 60 - (Number((await client.time())[0]) % 60)),
    async stop() {
      await halt();
      removeFolder(folder);
    },
  };
}

function tlsSettings(folder: string, { key, cert }: Issued): string[] {
  const [keyFile, certFile] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certFile, cert);
  const authority = ["--tls-ca-cert-file", certFile];
  return ["--tls-key-file", keyFile, "--tls-cert-file", certFile, ...authority, "--tls-auth-clients", "no"];
}

function untilReady(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(said.join("\n"))));
    if (!server.stdout) return;
    createInterface({ input: server.stdout }).on("line", (line) => {
      said.push(line);
      if (line.includes("Ready to accept connections")) resolve();
    });
  });
}
