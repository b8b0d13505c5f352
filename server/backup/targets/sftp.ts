import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client, FileEntryWithStats, SFTPWrapper } from "ssh2";
import { newId } from "../../db/new-id.ts";
import { connectGuarded, type Guard } from "../../outbound/guarded-connect.ts";
import { BackupProblem } from "../backup-problem.ts";
import type { TargetConfig } from "./config.ts";
import { assertObjectName, type BackupTarget, folders, isObjectName, type StoredObject } from "./target.ts";

const connectMs = 20_000;
/** SSH_FX_NO_SUCH_FILE. */
const noSuchFile = 2;

/** A folder of an SSH server, whose key must be the one that was agreed on. */
export async function openSftpTarget(
  config: Extract<TargetConfig, { kind: "sftp" }>,
  guard: Guard,
): Promise<BackupTarget> {
  const { client, sftp } = await connect(config, guard);
  const base = config.path.replace(/\/+$/, "") || "/";
  const pathOf = (name: string) => `${base}/${assertObjectName(name)}`;
  const entries = (path: string): Promise<FileEntryWithStats[]> =>
    call<FileEntryWithStats[]>((done) => sftp.readdir(path, done)).catch(absentAs([]));
  const isThere = (path: string) => call((done) => sftp.stat(path, done)).then(() => true, absentAs(false));
  const makeFolder = async (path: string) => {
    if (await isThere(path)) return;
    await call((done) => sftp.mkdir(path, { mode: 0o700 }, done)).catch(async (error: unknown) => {
      // Another upload may have been quicker.
      if (!(await isThere(path))) throw error;
    });
  };
  await call((done) => sftp.stat(base, done));
  for (const folder of folders) await makeFolder(`${base}/${folder}`);
  const known = new Set<string>();

  return {
    label: `sftp://${config.user}@${config.host}:${config.port}${base}`,
    async put(name, body) {
      const path = pathOf(name);
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!known.has(folder)) await makeFolder(folder);
      known.add(folder);
      const partial = `${path}.${newId()}.part`;
      try {
        await pipeline(body, sftp.createWriteStream(partial, { flags: "wx", mode: 0o600 }));
        // The plain rename of SFTP refuses to replace; this is the one of POSIX, where the server has it.
        await call<void>((done) => sftp.ext_openssh_rename(partial, path, done)).catch(async () => {
          await call((done) => sftp.unlink(path, done)).catch(absentAs(undefined));
          await call((done) => sftp.rename(partial, path, done));
        });
      } catch (error) {
        await call((done) => sftp.unlink(partial, done)).catch(() => undefined);
        throw error;
      }
    },
    async get(name) {
      const path = pathOf(name);
      return (await isThere(path)) ? Readable.from(sftp.createReadStream(path)) : undefined;
    },
    remove: async (name) => void (await call((done) => sftp.unlink(pathOf(name), done)).catch(absentAs(undefined))),
    async *list(folder) {
      const listed = async (path: string): Promise<StoredObject[]> =>
        (await entries(`${base}/${path}`))
          .map(({ filename, attrs }) => ({
            name: `${path}/${filename}`,
            size: attrs.size,
            modifiedAt: new Date(attrs.mtime * 1000),
          }))
          .filter(({ name }) => isObjectName(name));
      if (folder === "snapshots") return yield* await listed(folder);
      for (const { filename } of await entries(`${base}/${folder}`))
        if (/^[0-9a-f]{2}$/.test(filename)) yield* await listed(`${folder}/${filename}`);
    },
    close: async () => void client.end(),
  };
}

async function connect(config: Extract<TargetConfig, { kind: "sftp" }>, guard: Guard) {
  const { host, port, user: username, hostKey, password, privateKey } = config;
  if (!hostKey) throw new BackupProblem("Der Fingerabdruck des SFTP-Servers fehlt.");
  const client = await newClient();
  const socket = await openSocket(host, port, guard);
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  let shown = "";
  client.on("error", (cause) =>
    reject(
      shown && shown !== hostKey
        ? new BackupProblem(`Der SFTP-Server zeigt einen anderen Schlüssel: ${shown} statt ${hostKey}.`, { cause })
        : cause,
    ),
  );
  client.on("close", () => reject(new BackupProblem("Die Verbindung zum SFTP-Server ist abgebrochen.")));
  client.on("ready", () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))));
  client.connect({
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
  try {
    return { client, sftp: await promise };
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** The time to connect is limited, not that of the connection; each of its small packets leaves at once. */
async function openSocket(host: string, port: number, guard: Guard): Promise<Socket> {
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
  const client = await newClient();
  const socket = await openSocket(host, port, guard);
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

type Done<Result> = (error?: Error | null, result?: Result) => void;

function call<Result>(begin: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) =>
    begin((error, result) => (error ? reject(error) : resolve(result as Result))),
  );
}

function absentAs<Value>(value: Value): (error: Error) => Value {
  return (error) => {
    if ("code" in error && error.code === noSuchFile) return value;
    throw error;
  };
}
