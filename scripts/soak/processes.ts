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

/**
 * What the portal, Soketi and the checker, where it runs, take together: pages of a file that several of them have, such
 * as the program of Node, count for the one that has the most of them.
 */
export function measureTogether({ pid }: BenchPortal): number {
  const pids = [pid, childOf(pid, "soketi-server"), childOf(pid, "server/checks/")].filter((id) => id !== undefined);
  let ownKb = 0;
  const files = new Map<string, number>();
  for (const pid of pids) {
    const resident = residentByFile(pid);
    ownKb += resident.ownKb;
    for (const [file, kb] of resident.files) files.set(file, Math.max(files.get(file) ?? 0, kb));
  }
  return Math.round([...files.values()].reduce((sum, kb) => sum + kb, ownKb) / 1024);
}

/** What proc_pid_smaps(5) says of each mapping; pages of a file that were written to belong to the process alone. */
function residentByFile(pid: number): { ownKb: number; files: Map<string, number> } {
  let ownKb = 0;
  let file: string | undefined;
  const files = new Map<string, number>();
  for (const line of read(`/proc/${pid}/smaps`).split("\n")) {
    const [, name] = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line) ?? [];
    if (name !== undefined) file = name.startsWith("/") ? name : undefined;
    const [, field, kb] = /^(Rss|Anonymous): +(\d+) kB$/.exec(line) ?? [];
    if (field === "Anonymous") {
      ownKb += Number(kb);
      if (file) files.set(file, (files.get(file) ?? 0) - Number(kb));
    } else if (field === "Rss" && file) files.set(file, (files.get(file) ?? 0) + Number(kb));
  }
  return { ownKb, files };
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
