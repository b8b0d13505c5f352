import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { readUploads } from "../db/copy-database.ts";
import type { FileStore } from "../files/store.ts";
import { hashStream } from "./archive.ts";
import { BackupProblem } from "./backup-problem.ts";
import { decrypt } from "./encryption.ts";
import { inOrder } from "./in-order.ts";
import type { Manifest, ManifestUpload } from "./manifest.ts";
import { readObject } from "./read-object.ts";
import type { BackupTarget } from "./targets/target.ts";

const atOnce = 4;

interface Fetching {
  identity: string;
  /** Where uploads are staged. */
  folder: string;
  /** An upload is there, or so many bytes of one. */
  onProgress(added: { done?: number; bytes?: number }): void;
  signal?: AbortSignal | undefined;
}

/** Fetches the uploads of a manifest into a folder, each compared with it; what lies there already and is the same stays. */
export async function fetchUploads(
  target: BackupTarget,
  entries: Manifest["entries"],
  fetching: Fetching,
): Promise<{ uploads: number; missing: number }> {
  const counted = { uploads: 0, missing: 0 };
  const fetched = inOrder(entries, atOnce, async (entry) => {
    fetching.signal?.throwIfAborted();
    if ("missing" in entry) return false;
    await fetchUpload(target, entry, fetching);
    fetching.onProgress({ done: 1 });
    return true;
  });
  for await (const isThere of fetched) counted[isThere ? "uploads" : "missing"] += 1;
  return counted;
}

async function fetchUpload(
  target: BackupTarget,
  entry: ManifestUpload,
  { identity, folder, onProgress, signal }: Fetching,
): Promise<void> {
  const file = uploadFile(folder, entry.key);
  if (await isFetched(file, entry)) return onProgress({ bytes: entry.size });
  const stored = await readObject(target, entry.object);
  if (!stored) throw new BackupProblem(`Die Datei ${entry.key} fehlt im Backup.`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const opened = await decrypt(stored, identity);
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const chunk of opened as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      hash.update(chunk);
      yield chunk;
      onProgress({ bytes: chunk.length });
    }
  }
  await pipeline(hashed(), createWriteStream(file, { mode: 0o600, flush: true }));
  if (hash.digest("hex") !== entry.sha256)
    throw new BackupProblem(`Die Datei ${entry.key} ist nicht die, die gesichert wurde.`);
}

async function isFetched(file: string, { size, sha256 }: ManifestUpload): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.size === size && (await hashStream(createReadStream(file))).sha256 === sha256;
}

const uploadFile = (folder: string, key: string) => path.join(folder, "kept", key.slice(0, 2), key);

export type Uploads = ReturnType<typeof readUploads>;

/** Puts what was fetched into a bucket. It may hold more than the data in place know of; so a cut before they are replaced is harmless. */
export async function fillBucket(
  bucket: Pick<FileStore, "keep">,
  { uploads, folder, onProgress, signal }: { uploads: Uploads } & Omit<Fetching, "identity">,
): Promise<void> {
  for (const { key, mimeType } of uploads) {
    signal?.throwIfAborted();
    const file = uploadFile(folder, key);
    const found = await stat(file).catch(() => undefined);
    if (!found) continue;
    await bucket.keep(key, { path: file, size: found.size, mimeType });
    onProgress({ done: 1, bytes: found.size });
  }
}
