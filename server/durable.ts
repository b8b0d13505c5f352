import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Has the disk hold what a folder names, so that a rename in it outlives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** The same at once, for what a start waits for. */
export function syncFolderNow(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Has a file written under a name beside its own, which it takes once it is whole and on the disk: whatever interrupts that,
 * the file is what it was before or what it becomes.
 */
export async function writeWhole(file: string, write: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = `${file}.new`;
  await rm(partial, { force: true });
  try {
    await write(partial);
    const handle = await open(partial, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** The same for a short text. */
export const writeTextWhole = (file: string, text: string): Promise<void> =>
  writeWhole(file, (partial) => writeFile(partial, text, { mode: 0o600 }));
