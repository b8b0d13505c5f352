import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client, ConnectConfig, SFTPWrapper } from "ssh2";
import { connectGuarded, type Guard } from "../../outbound/guarded-connect.ts";
import { BackupProblem } from "../backup-problem.ts";
import type { TargetConfig } from "./config.ts";
import { LostConnection } from "./transient.ts";

export type Done<Result> = (error?: Error | null, result?: Result) => void;

/** A connection to an SFTP server. Once it is lost, all that waits for an answer fails with a LostConnection. */
export class SftpSession {
  readonly client: Client;
  readonly sftp: SFTPWrapper;
  readonly socket: Socket;
  readonly idleMs: number;
  lost: LostConnection | undefined;
  readonly #waiting = new Set<(problem: LostConnection) => void>();

  constructor({ client, sftp, socket }: Pick<SftpSession, "client" | "sftp" | "socket">, idleMs: number) {
    this.client = client;
    this.sftp = sftp;
    this.socket = socket;
    this.idleMs = idleMs;
    const end = (cause?: Error) =>
      this.#lose(new LostConnection("Die Verbindung zum SFTP-Server ist abgebrochen.", { cause }));
    // Whatever of them comes first; the stream of SFTP may end while the connection of SSH goes on.
    for (const side of [client, sftp]) side.on("error", end).on("end", end).on("close", end);
  }

  call<Result>(begin: (sftp: SFTPWrapper, done: Done<Result>) => void): Promise<Result> {
    return this.#whileAnswering(
      () =>
        new Promise((resolve, reject) =>
          begin(this.sftp, (error, result) => (error ? reject(error) : resolve(result as Result))),
        ),
    );
  }

  /** Writes a file that is not there yet. */
  async write(path: string, body: Readable): Promise<void> {
    const file = this.sftp.createWriteStream(path, { flags: "wx", mode: 0o600 }).on("error", ignore);
    try {
      await this.#whileAnswering((isAlive) => {
        async function* watched(source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            isAlive();
            yield chunk;
            isAlive();
          }
        }
        return pipeline(body, watched, file);
      });
    } finally {
      body.destroy();
    }
  }

  read(path: string, from: number): Readable {
    return Readable.from(this.#chunksOf(path, from));
  }

  close(): void {
    this.client.end();
  }

  async *#chunksOf(path: string, start: number): AsyncGenerator<Buffer> {
    const file = this.sftp.createReadStream(path, { start }).on("error", ignore);
    try {
      const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
      for (;;) {
        // Only its answers are waited for; the reader may take its time.
        const { value, done } = await this.#whileAnswering(() => chunks.next());
        if (done) return;
        yield value;
      }
    } finally {
      file.destroy();
    }
  }

  /** Ends with the connection, too: what closes a file on a lost one waits for ever. */
  async #whileAnswering<Result>(work: (isAlive: () => void) => Promise<Result>): Promise<Result> {
    if (this.lost) throw this.lost;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const timer = setTimeout(() => {
      this.#lose(new LostConnection("Der SFTP-Server antwortet nicht mehr."));
      this.socket.destroy();
    }, this.idleMs);
    this.#waiting.add(reject);
    work(() => void timer.refresh()).then(resolve, (error) => reject(this.lost ?? error));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reject);
    }
  }

  #lose(problem: LostConnection): void {
    this.lost ??= problem;
    for (const reject of this.#waiting) reject(this.lost);
  }
}

/** Of streams that have told it already, and tell it again when their file cannot be closed. */
const ignore = () => undefined;

type Server = Extract<TargetConfig, { kind: "sftp" }>;

export async function openSession(
  { host, port, user: username, hostKey, password, privateKey }: Server,
  guard: Guard,
  { connectMs, idleMs }: { connectMs: number; idleMs: number },
): Promise<SftpSession> {
  if (!hostKey) throw new BackupProblem("Der Fingerabdruck des SFTP-Servers fehlt.");
  const client = await newClient();
  const socket = await openSocket({ host, port, connectMs }, guard);
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  let shown = "";
  client.on("error", (cause) =>
    reject(
      shown && shown !== hostKey
        ? new BackupProblem(`Der SFTP-Server zeigt einen anderen Schlüssel: ${shown} statt ${hostKey}.`, { cause })
        : cause,
    ),
  );
  client.on("close", () => reject(new LostConnection("Die Verbindung zum SFTP-Server ist abgebrochen.")));
  client.on("ready", () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))));
  const timer = setTimeout(() => reject(new LostConnection("Der SFTP-Server antwortet nicht.")), connectMs * 2);
  try {
    connect(client, {
      sock: socket,
      username,
      readyTimeout: connectMs,
      keepaliveInterval: connectMs,
      ...(password && { password }),
      ...(privateKey && { privateKey }),
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key);
        return shown === hostKey;
      },
    });
    return new SftpSession({ client, sftp: await promise, socket }, idleMs);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** It throws at once where it cannot read the private key. */
function connect(client: Client, config: ConnectConfig): void {
  try {
    client.connect(config);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new BackupProblem(`Der private Schlüssel lässt sich nicht lesen: ${message}`, { cause });
  }
}

interface Connecting {
  host: string;
  port: number;
  connectMs: number;
}

/** The time to connect is limited, not that of the connection; each of its small packets leaves at once. */
async function openSocket({ host, port, connectMs }: Connecting, guard: Guard): Promise<Socket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new BackupProblem("Der SFTP-Server antwortet nicht.")), connectMs);
  try {
    const { socket } = await connectGuarded({ ...guard, host, port, signal: limit.signal });
    return socket.setNoDelay(true);
  } finally {
    clearTimeout(timer);
  }
}

/** As OpenSSH shows it: `SHA256:` and the Base64 of the hash without padding. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** Loaded by whoever keeps backups on such a server: half a megabyte that nobody else needs. */
async function newClient(): Promise<Client> {
  const { Client } = await import("ssh2");
  return new Client();
}

/** The key that a server shows, for a person to compare before it is trusted. */
export async function readFingerprint(host: string, port: number, guard: Guard): Promise<string> {
  const connectMs = 20_000;
  const client = await newClient();
  const socket = await openSocket({ host, port, connectMs }, guard);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  client.on("error", reject);
  client.on("close", () => reject(new BackupProblem("Der Server spricht kein SSH.")));
  client.connect({
    sock: socket,
    username: "techcenter",
    readyTimeout: connectMs,
    hostVerifier: (key: Buffer) => {
      resolve(fingerprintOf(key));
      return false;
    },
  });
  return promise.finally(() => client.destroy());
}
