import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../../durable.ts";
import { BackupProblem } from "../backup-problem.ts";
import { type Line, openLine } from "./line.ts";
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

/** A folder of this host, such as a mounted disk. It must exist: what is not mounted must not fill the disk below. */
export async function openLocalFolder(folder: string, line: Line = openLine()): Promise<BackupTarget> {
  if (!(await stat(folder)).isDirectory()) throw new BackupProblem(`${folder} ist kein Ordner.`);
  const fileOf = (name: string) => path.join(folder, assertObjectName(name));

  async function* files(below: Folder): AsyncGenerator<StoredObject> {
    const listed = await opendir(path.join(folder, below), { recursive: true }).catch(ignoreMissing);
    if (!listed) return;
    for await (const entry of listed) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const found = await stat(file).catch(ignoreMissing);
      const name = path.relative(folder, file).split(path.sep).join("/");
      if (found) yield { name, size: found.size, modifiedAt: found.mtime };
    }
  }

  return {
    label: folder,
    async put(name, openBody) {
      const file = fileOf(name);
      const partial = path.join(folder, partialName(name));
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
        const body = line.paced(await openBody());
        await pipeline(body, createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }));
        await rename(partial, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(name) {
      const file = await open(fileOf(name)).catch(ignoreMissing);
      return file && line.paced(file.createReadStream());
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    async *list(below) {
      for await (const file of files(below)) if (isObjectName(file.name)) yield file;
    },
    async removeLeftovers(before) {
      for (const below of folders)
        for await (const file of files(below)) {
          line.moved();
          if (isLeftover(file, before)) await rm(path.join(folder, file.name), { force: true });
        }
    },
    close: async () => undefined,
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
