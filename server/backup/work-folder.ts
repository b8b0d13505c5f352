import { existsSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { describeLack } from "../files/disk-space.ts";
import { BackupProblem } from "./backup-problem.ts";

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

/** Refuses before anything is written what would fill the disk of a folder: whoever works in the portal needs the space more. */
export async function assertRoom(folder: string, bytes: number, purpose: string): Promise<void> {
  const lack = await describeLack(folder, bytes);
  if (lack)
    throw new BackupProblem(`${purpose} fehlt Platz auf dem Datenträger von ${folder}: ${lack}.`, { code: "noSpace" });
}
