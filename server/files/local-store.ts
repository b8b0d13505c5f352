import { constants } from "node:fs";
import { access, mkdir, open, opendir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { uploadPath } from "../../contract/files/files.ts";
import { syncFolder } from "../durable.ts";
import { type FileStore, keyPattern, type Stage, stages } from "./store.ts";
import { toFields } from "./upload-policy.ts";

/** Bytes on local disk: `received/{key}` until the confirmation, then `kept/{first two}/{key}`; `orphaned/{key}` when set aside. */
export async function openLocalStore(folder: string, signingKey: string): Promise<FileStore> {
  for (const stage of stages) {
    await mkdir(path.join(folder, stage), { recursive: true, mode: 0o700 });
    await access(path.join(folder, stage), constants.R_OK | constants.W_OK | constants.X_OK);
  }

  const pathOf = (stage: Stage, key: string) => {
    if (!keyPattern.test(key)) throw new TypeError("not a file key");
    return path.join(folder, stage, ...(stage === "kept" ? [key.slice(0, 2)] : []), key);
  };
  const moveIn = async (key: string, from: string) => {
    await mkdir(path.dirname(pathOf("kept", key)), { recursive: true, mode: 0o700 });
    await moveDurably(from, pathOf("kept", key));
  };
  const removeReceived = (key: string) => rm(pathOf("received", key), { force: true });

  return {
    origin: undefined,
    issueTicket: async (policy) => ({ url: uploadPath, fields: toFields(policy, signingKey) }),
    receive: (key, from) => moveDurably(from, pathOf("received", key)),
    async fetchReceived(key, maxBytes) {
      const file = pathOf("received", key);
      const found = await stat(file).catch(ignoreMissing);
      return found && found.size <= maxBytes ? { path: file, size: found.size, receivedAt: found.mtime } : undefined;
    },
    async keep(key, file) {
      await moveIn(key, file.path);
      await removeReceived(key);
    },
    async read(key, range) {
      const file = await open(pathOf("kept", key)).catch(ignoreMissing);
      return file?.createReadStream(range);
    },
    removeReceived,
    async setAside(key) {
      const kept = pathOf("kept", key);
      if (!(await stat(kept).catch(ignoreMissing))) return;
      // From here on its time among the orphans counts, also when a crash comes before the move.
      const now = new Date();
      await utimes(kept, now, now);
      await moveDurably(kept, pathOf("orphaned", key));
    },
    bringBack: (key) => moveIn(key, pathOf("orphaned", key)),
    async remove(key) {
      for (const stage of stages) await rm(pathOf(stage, key), { force: true });
    },
    async *list() {
      for (const stage of stages) {
        for await (const entry of await opendir(path.join(folder, stage), { recursive: true })) {
          if (!entry.isFile() || !keyPattern.test(entry.name)) continue;
          const found = await stat(path.join(entry.parentPath, entry.name)).catch(ignoreMissing);
          if (found) yield { key: entry.name, stage, modifiedAt: found.mtime };
        }
      }
    },
  };
}

/** Renames a file that is already on disk and then syncs the folder, without which a power cut undoes the rename. */
async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
