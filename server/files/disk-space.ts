import { statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { formatByteCount } from "../../contract/values/byte-units.ts";

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
  /** `low` is to be told while there is time, `full` is when the next write may fail, `unknown` where a disk does not say. */
  state: "ok" | "unknown" | "low" | "full";
}

/** Of what lies on which; it may be the same one. */
export type DiskSpaces = Record<"data" | "uploads", DiskSpace>;

export interface Disks {
  /** Never throws, and ends in a few seconds: a disk that does not answer is `unknown`. */
  read(): Promise<DiskSpaces>;
}

/** How the folder of a disk is called, and what it means that the disk is full. */
export const diskTexts = {
  data: { folder: "DATA_DIR", whenFull: "wird nichts mehr gespeichert" },
  uploads: { folder: "DATA_DIR/uploads", whenFull: "lässt sich keine Datei mehr hochladen" },
} satisfies Record<keyof DiskSpaces, object>;

const mib = 1024 * 1024;
const low = { bytes: 1024 * mib, share: 0.1 };
const full = { bytes: 32 * mib, share: 0.02 };
/** Those who ask wait for it: a balancer, a scraper. */
const answerMs = 3000;
const worseToTheEnd: DiskSpace["state"][] = ["ok", "unknown", "low", "full"];
const silent: DiskSpace = { freeBytes: 0, totalBytes: 0, state: "unknown" };

type Statfs = (folder: string) => Promise<Record<"bavail" | "blocks" | "bsize", number>>;

/** The space of the disk that a folder lies on; `unknown` of a file system that does not know its size. */
export async function readDiskSpace(folder: string, read: Statfs = statfs): Promise<DiskSpace> {
  const disk = await read(folder);
  const freeBytes = disk.bavail * disk.bsize;
  const totalBytes = disk.blocks * disk.bsize;
  const isBelow = ({ bytes, share }: typeof low) => freeBytes < Math.min(bytes, totalBytes * share);
  const state = totalBytes === 0 ? "unknown" : isBelow(full) ? "full" : isBelow(low) ? "low" : "ok";
  return { freeBytes, totalBytes, state };
}

/**
 * What the disk of a folder lacks to take so many bytes more and not be full then, in words; undefined where they fit, and where
 * it does not say.
 */
export async function describeLack(folder: string, bytes: number): Promise<string | undefined> {
  const { freeBytes, totalBytes, state } = await readDiskSpace(folder);
  const needed = bytes + Math.min(full.bytes, totalBytes * full.share);
  if (state === "unknown" || freeBytes >= needed) return undefined;
  return `${formatByteCount(needed)} werden gebraucht, ${formatByteCount(freeBytes)} sind frei`;
}

/** The disks of a data folder and of its uploads, which may be a disk of their own. */
export function openDisks(
  dataDir: string,
  { read = statfs, patienceMs = answerMs }: { read?: Statfs; patienceMs?: number } = {},
): Disks {
  const underWay = new Map<string, Promise<DiskSpace>>();
  const look = (folder: string) => {
    // One that hangs, such as a lost mount, keeps a thread of the process: it is never asked a second time meanwhile.
    const asked =
      underWay.get(folder) ??
      readDiskSpace(folder, read)
        .catch(() => silent)
        .finally(() => underWay.delete(folder));
    underWay.set(folder, asked);
    return Promise.race([asked, pause(patienceMs, silent, { ref: false })]);
  };
  return {
    async read() {
      const [data, uploads] = await Promise.all([look(dataDir), look(path.join(dataDir, "uploads"))]);
      return { data, uploads };
    },
  };
}

/**
 * The disk that is worse off, with what lies on it; of two that are as well off, the one with less space, but of two that are full
 * that of the data, without which nothing can be kept at all.
 */
export function tightestOf({ data, uploads }: DiskSpaces): DiskSpace & { of: keyof DiskSpaces } {
  const difference = worseToTheEnd.indexOf(uploads.state) - worseToTheEnd.indexOf(data.state);
  // The same disk seen twice is that of the data, however much was written between the two looks.
  const isSmaller =
    data.state !== "full" && uploads.totalBytes !== data.totalBytes && uploads.freeBytes < data.freeBytes;
  const isUploads = difference > 0 || (difference === 0 && isSmaller);
  return isUploads ? { of: "uploads", ...uploads } : { of: "data", ...data };
}
