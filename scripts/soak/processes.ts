import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { requireValue } from "../../contract/narrowing.ts";
import type { BenchPortal } from "../bench/bench-portal.ts";

const mib = 1024 * 1024;
const pageBytes = 4096;

export interface Footprint {
  rssMib: number;
  soketiMib: number;
  /** 0 while it does not run. */
  checkerMib: number;
  descriptors: number;
  soketiDescriptors: number;
  /** Of both databases. */
  walMib: number;
}

/** What the portal and its processes take at this moment. */
export function measureFootprint({ pid, dataDir }: BenchPortal): Footprint {
  const soketi = childOf(pid, "soketi-server");
  const checker = childOf(pid, "server/checks/");
  const walBytes = ["techcenter.sqlite-wal", "checks.sqlite-wal"]
    .map((name) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
  return {
    rssMib: rssOf(pid),
    soketiMib: rssOf(requireValue(soketi)),
    checkerMib: checker === undefined ? 0 : rssOf(checker),
    descriptors: descriptorsOf(pid),
    soketiDescriptors: descriptorsOf(requireValue(soketi)),
    walMib: Math.round(walBytes / mib),
  };
}

const rssOf = (pid: number) =>
  Math.round((Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * pageBytes) / mib);
const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** The child of a process whose command line holds these words; field 4 of proc_pid_stat(5) is the parent. */
function childOf(parent: number, words: string): number | undefined {
  for (const stat of globSync("/proc/[0-9]*/stat")) {
    const [, fields = ""] = read(stat).split(") ");
    if (Number(fields.split(" ")[1]) !== parent) continue;
    const pid = Number(stat.split("/")[2]);
    if (read(`/proc/${pid}/cmdline`).includes(words)) return pid;
  }
  return undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended since it was listed.
    return "";
  }
}
