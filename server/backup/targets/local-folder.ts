import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { dayMs } from "../../../contract/time/durations.ts";
import { newId } from "../../db/new-id.ts";
import { assertObjectName, type BackupTarget, isObjectName } from "./target.ts";

/** A folder of this host, such as a mounted disk. It must exist: what is not mounted must not fill the disk below. */
export async function openLocalFolder(folder: string): Promise<BackupTarget> {
  await stat(folder);
  const fileOf = (name: string) => path.join(folder, assertObjectName(name));
  return {
    label: folder,
    async put(name, body) {
      const file = fileOf(name);
      const partial = `${file}.${newId()}.part`;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
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
      return file?.createReadStream();
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    async *list(below) {
      const listed = await opendir(path.join(folder, below), { recursive: true }).catch(ignoreMissing);
      if (!listed) return;
      for await (const entry of listed) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file).split(path.sep).join("/");
        const found = await stat(file).catch(ignoreMissing);
        if (!found) continue;
        if (isObjectName(name)) yield { name, size: found.size, modifiedAt: found.mtime };
        // What a killed run has begun; a run that lives writes its part in less than a day.
        else if (name.endsWith(".part") && Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true });
      }
    },
    close: async () => undefined,
  };
}

const abandonedMs = dayMs;

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
