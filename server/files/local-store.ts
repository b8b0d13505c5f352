import { constants } from "node:fs";
import { access, mkdir, open, opendir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { uploadPath } from "../../contract/files/files.ts";
import { type FileStore, keyPattern, type Stage, stages } from "./store.ts";
import { toFields } from "./upload-policy.ts";

/** Bytes on local disk: `received/{key}` until the confirmation, then `kept/{first two}/{key}`; `orphaned/{key}` when set aside. */
export async function openLocalStore(folder: string, signingKey: string): Promise<FileStore> {
  for (const stage of stages) {
    await mkdir(path.join(folder, stage), { recursive: true, mode: 0o700 });
    await access(path.join(folder, stage), constants.R_OK | constants.W_OK | constants.X_OK);
  }

  const placeOf = (stage: Stage, key: string) => {
    if (!keyPattern.test(key)) throw new TypeError("not a file key");
    return path.join(folder, stage, ...(stage === "kept" ? [key.slice(0, 2)] : []), key);
  };
  const place = async (key: string, from: string) => {
    await mkdir(path.dirname(placeOf("kept", key)), { recursive: true, mode: 0o700 });
    await moveDurably(from, placeOf("kept", key));
  };
  const removeReceived = (key: string) => rm(placeOf("received", key), { force: true });

  return {
    origin: undefined,
    issueTicket: async (policy) => ({ url: uploadPath, fields: toFields(policy, signingKey) }),
    receive: (key, from) => moveDurably(from, placeOf("received", key)),
    async fetchReceived(key, maxBytes) {
      const place = placeOf("received", key);
      const found = await stat(place).catch(ignoreMissing);
      return found && found.size <= maxBytes ? { path: place, size: found.size, receivedAt: found.mtime } : undefined;
    },
    async keep(key, file) {
      await place(key, file.path);
      await removeReceived(key);
    },
    async read(key, range) {
      const file = await open(placeOf("kept", key)).catch(ignoreMissing);
      return file?.createReadStream(range);
    },
    removeReceived,
    async setAside(key) {
      const kept = placeOf("kept", key);
      if (!(await stat(kept).catch(ignoreMissing))) return;
      // From here on its time among the orphans counts, also when a crash comes before the move.
      const now = new Date();
      await utimes(kept, now, now);
      await moveDurably(kept, placeOf("orphaned", key));
    },
    bringBack: (key) => place(key, placeOf("orphaned", key)),
    async remove(key) {
      for (const stage of stages) await rm(placeOf(stage, key), { force: true });
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
  if (process.platform === "win32") return;
  const folder = await open(path.dirname(to));
  await folder.sync().finally(() => folder.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
