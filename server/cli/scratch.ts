import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { dayMs } from "../../contract/time/durations.ts";
import { databaseFile } from "../db/connection.ts";
import { tryLockData } from "../jobs/claims.ts";

export interface Scratch {
  folder: string;
  remove(): Promise<void>;
}

const besideData = "verify-work-";
const besideOthers = "techcenter-verify-";

/**
 * A folder of its own for a portal that is unpacked to be looked at: on the disk of the data, as /tmp may be memory, or in
 * /tmp where there is no portal. What runs have left that were killed is removed.
 */
export async function openScratch(dataDir: string): Promise<Scratch> {
  await removeLeftScratch(dataDir, new Date());
  const hasPortal = existsSync(databaseFile(dataDir)) || existsSync(path.join(dataDir, "secrets.json"));
  const place = hasPortal ? path.join(dataDir, besideData) : path.join(tmpdir(), besideOthers);
  const folder = await mkdtemp(place);
  const lock = tryLockData(folder);
  return {
    folder,
    async remove() {
      lock.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the scratch folders of processes that have died. */
export async function removeLeftScratch(dataDir: string, now: Date): Promise<void> {
  for (const [place, start] of [
    [dataDir, besideData],
    [tmpdir(), besideOthers],
  ] as const)
    for (const name of await readdir(place).catch(() => []))
      if (name.startsWith(start)) await removeUnlessUsed(path.join(place, name), now).catch(() => undefined);
}

async function removeUnlessUsed(folder: string, now: Date): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  // Others may write in /tmp as well.
  if (!found?.isDirectory() || (process.getuid && found.uid !== process.getuid())) return;
  // One that has no lock yet may have been made a moment ago.
  if (!existsSync(path.join(folder, "process.lock")) && now.getTime() - found.mtimeMs < dayMs) return;
  const lock = tryLockData(folder);
  lock.end();
  if (lock.isAlone) await rm(folder, { recursive: true, force: true });
}
