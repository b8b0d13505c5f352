import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { percent, type Row } from "../table.ts";
import { type CpuProfile, costsOf, type Span } from "./costs.ts";

/** Where the profiles of the case that runs are written; undefined while none is taken. */
let folder: string | undefined;
let spans = new Map<string, Span[]>();
let readyUs = new Map<number, number>();
let browsers = 0;

const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/** Arguments of Node with which a process writes a profile of itself at its end; none while no profile is taken. */
export function profileArguments(): string[] {
  return folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=500"] : [];
}

/** Whether browsers should be profiled, too. */
export const isProfiling = () => folder !== undefined;

/** Leaves out what a process did before now, such as its start. */
export function startCounting(pid: number): void {
  readyUs.set(pid, nowUs());
}

/** Does what a row measures, so that its costs can be told from those of the other rows of its case. */
export async function during<Result>(what: string | readonly string[], work: () => Promise<Result>): Promise<Result> {
  const fromUs = nowUs();
  const result = await work();
  const span = { fromUs, toUs: nowUs() };
  for (const each of [what].flat()) spans.set(each, [...(spans.get(each) ?? []), span]);
  return result;
}

/** Keeps what the profiler of a browser has returned. */
export function keepBrowserProfile(profile: unknown): void {
  if (!folder) return;
  browsers += 1;
  writeFileSync(path.join(folder, `browser-${browsers}.cpuprofile`), JSON.stringify(profile));
}

export interface ProfiledCase {
  folder: string;
  /** The largest costs of each row, a line for each kind of process. */
  costs: Map<string, string[]>;
}

/** Runs a case under the profilers of portal and browser; its figures are worth nothing, as a profiler slows down. */
export async function profileCase(name: string, measure: () => Promise<Row[]>): Promise<ProfiledCase> {
  const taken = path.join(tmpdir(), "techcenter-bench-profiles", name);
  rmSync(taken, { recursive: true, force: true });
  mkdirSync(taken, { recursive: true });
  [folder, spans, readyUs, browsers] = [taken, new Map(), new Map(), 0];
  try {
    const rows = await measure();
    const sources = { Portal: readPortals(taken), Browser: readProfiles(taken, "browser-*.cpuprofile") };
    const linesOf = ({ what }: Row) =>
      Object.entries(sources).flatMap(([source, profiles]) => {
        const costs = costsOf(profiles, spans.get(what));
        const texts = costs.map(({ group, share, dearest }) => `${group} ${percent(share)} (${dearest})`);
        return texts.length > 0 ? [`${source}: ${texts.join(", ")}`] : [];
      });
    return { folder: taken, costs: new Map(rows.map((row) => [row.what, linesOf(row)])) };
  } finally {
    folder = undefined;
  }
}

const readProfiles = (of: string, pattern: string) =>
  globSync(pattern, { cwd: of }).map((file) => parseOwnJson<CpuProfile>(readFileSync(path.join(of, file), "utf8")));

/** Of the main threads alone, whose id Node writes as 0, and since they were ready: `CPU.<day>.<time>.<pid>.0.<number>`. */
function readPortals(of: string): CpuProfile[] {
  return globSync("CPU.*.cpuprofile", { cwd: of }).flatMap((file) => {
    const [, , , pid, thread] = file.split(".");
    if (thread !== "0") return [];
    const profile = parseOwnJson<CpuProfile>(readFileSync(path.join(of, file), "utf8"));
    return [sinceReady(profile, readyUs.get(Number(pid)) ?? 0)];
  });
}

function sinceReady(profile: CpuProfile, fromUs: number): CpuProfile {
  let at = profile.startTime;
  const first = profile.timeDeltas.findIndex((deltaUs) => {
    at += deltaUs;
    return at >= fromUs;
  });
  if (first <= 0) return profile;
  return {
    ...profile,
    startTime: at - (profile.timeDeltas[first] ?? 0),
    samples: profile.samples.slice(first),
    timeDeltas: profile.timeDeltas.slice(first),
  };
}
