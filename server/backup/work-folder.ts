import { existsSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";

/** Where runs keep what they copy and unpack, inside the data folder so that it needs no second disk. */
export const workRootOf = (dataDir: string) => path.join(dataDir, "backup-work");

/** The part of it that is one run's own. */
export const workFolderOf = (dataDir: string, run: string) => path.join(workRootOf(dataDir), run);

/** Removes what one run has left. */
export async function removeWork(dataDir: string, run: string): Promise<void> {
  await rm(workFolderOf(dataDir, run), { recursive: true, force: true });
  await removeEmptyRoot(dataDir);
}

/** Removes what all runs but one have left: unpacked databases and keys, which no disk should keep. */
export async function sweepWork(dataDir: string, kept?: string): Promise<void> {
  if (!existsSync(workRootOf(dataDir))) return;
  for (const name of await readdir(workRootOf(dataDir)))
    if (name !== kept) await rm(path.join(workRootOf(dataDir), name), { recursive: true, force: true });
  await removeEmptyRoot(dataDir);
}

async function removeEmptyRoot(dataDir: string): Promise<void> {
  // Where something lies in it, or nothing has made it, there is nothing to remove.
  await rmdir(workRootOf(dataDir)).catch(() => undefined);
}
