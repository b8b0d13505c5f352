import type { FileEntryWithStats, SFTPWrapper } from "ssh2";
import type { Guard } from "../../outbound/guarded-connect.ts";
import type { TargetConfig } from "./config.ts";
import type { Line } from "./line.ts";
import { type Done, openSession, type SftpSession } from "./sftp-session.ts";
import {
  assertObjectName,
  type BackupTarget,
  type Folder,
  folders,
  isLeftover,
  isObjectName,
  partialName,
  type StoredObject,
} from "./target.ts";

/** SSH_FX_NO_SUCH_FILE. */
const noSuchFile = 2;

/** A folder of an SSH server, whose key must be the one that was agreed on. */
export async function openSftpTarget(
  config: Extract<TargetConfig, { kind: "sftp" }>,
  guard: Guard,
  line: Line,
): Promise<BackupTarget> {
  const first = await openSession(config, guard, line);
  let opened = Promise.resolve(first);
  /** The connection, or a new one where that is lost. */
  async function session(): Promise<SftpSession> {
    const before = opened;
    const known = await before.catch(() => undefined);
    if (known && !known.lost) return known;
    // Of several that find it lost, one connects.
    if (opened === before) opened = openSession(config, guard, line);
    return opened;
  }
  const call = async <Result>(begin: (sftp: SFTPWrapper, done: Done<Result>) => void) => (await session()).call(begin);

  const base = config.path.replace(/\/+$/, "") || "/";
  const pathOf = (name: string) => `${base}/${assertObjectName(name)}`;
  const entries = (path: string): Promise<FileEntryWithStats[]> =>
    line.retry(() => call<FileEntryWithStats[]>((sftp, done) => sftp.readdir(path, done)).catch(absentAs([])));
  const isThere = (path: string) => call((sftp, done) => sftp.stat(path, done)).then(() => true, absentAs(false));
  const makeFolder = async (path: string) => {
    if (await isThere(path)) return;
    await call((sftp, done) => sftp.mkdir(path, { mode: 0o700 }, done)).catch(async (error: unknown) => {
      // Another upload may have been quicker.
      if (!(await isThere(path))) throw error;
    });
  };
  const unlink = (path: string) => call<void>((sftp, done) => sftp.unlink(path, done)).catch(absentAs(undefined));

  /** Every file of a folder, also those that are no objects. */
  async function* files(folder: Folder): AsyncGenerator<StoredObject> {
    const filesIn = async (path: string): Promise<StoredObject[]> =>
      (await entries(`${base}/${path}`)).map(({ filename, attrs }) => ({
        name: `${path}/${filename}`,
        size: attrs.size,
        modifiedAt: new Date(attrs.mtime * 1000),
      }));
    if (folder === "snapshots") return yield* await filesIn(folder);
    for (const { filename } of await entries(`${base}/${folder}`))
      if (/^[0-9a-f]{2}$/.test(filename)) yield* await filesIn(`${folder}/${filename}`);
  }

  try {
    await call((sftp, done) => sftp.stat(base, done));
    for (const folder of folders) await makeFolder(`${base}/${folder}`);
  } catch (error) {
    first.close();
    throw error;
  }
  const known = new Set<string>();

  return {
    label: `sftp://${config.user}@${config.host}:${config.port}${base}`,
    put: (name, open) =>
      line.retry(async () => {
        const path = pathOf(name);
        const folder = path.slice(0, path.lastIndexOf("/"));
        if (!known.has(folder)) await makeFolder(folder);
        known.add(folder);
        const partial = `${base}/${partialName(name)}`;
        try {
          const connected = await session();
          await connected.write(partial, line.paced(await open()));
          // The plain rename of SFTP refuses to replace; this is the one of POSIX, where the server has it.
          await call<void>((sftp, done) => sftp.ext_openssh_rename(partial, path, done)).catch(async () => {
            await unlink(path);
            await call((sftp, done) => sftp.rename(partial, path, done));
          });
        } catch (error) {
          await unlink(partial).catch(() => undefined);
          throw error;
        }
      }),
    async get(name) {
      const path = pathOf(name);
      return line.read(async (from) => ((await isThere(path)) ? (await session()).read(path, from) : undefined));
    },
    remove: (name) => line.retry(async () => unlink(pathOf(name))),
    async *list(folder) {
      for await (const file of files(folder)) if (isObjectName(file.name)) yield file;
    },
    async removeLeftovers(before) {
      for (const folder of folders)
        for await (const file of files(folder)) {
          line.moved();
          if (isLeftover(file, before)) await line.retry(() => unlink(`${base}/${file.name}`));
        }
    },
    async close() {
      (await opened.catch(() => undefined))?.close();
    },
  };
}

function absentAs<Value>(value: Value): (error: Error) => Value {
  return (error) => {
    if ("code" in error && error.code === noSuchFile) return value;
    throw error;
  };
}
