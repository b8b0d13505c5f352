import { statfs } from "node:fs/promises";

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
  /** `low` is to be told while there is time, `full` is when the next write may fail. */
  state: "ok" | "low" | "full";
}

const mib = 1024 * 1024;
const low = { bytes: 1024 * mib, share: 0.1 };
const full = { bytes: 32 * mib, share: 0.02 };

/** The space of the disk that a folder lies on. A file system that does not know its size is never low. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const disk = await statfs(folder);
  const freeBytes = disk.bavail * disk.bsize;
  const totalBytes = disk.blocks * disk.bsize;
  const isBelow = ({ bytes, share }: typeof low) => freeBytes < Math.min(bytes, totalBytes * share);
  return { freeBytes, totalBytes, state: isBelow(full) ? "full" : isBelow(low) ? "low" : "ok" };
}
