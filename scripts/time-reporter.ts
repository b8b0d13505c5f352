import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { timesFile } from "./longest-first.ts";

interface Span {
  startedAt: number;
  endedAt: number;
  files: { name: string; ms: number }[];
}

const slowestShown = 5;

/** Says at the end how long each project ran, by the clock, and which files took longest. */
export default class TimeReporter implements Reporter {
  #projects = new Map<string, Span>();
  #startedAt = new Map<string, number>();

  onTestModuleQueued({ id }: TestModule): void {
    this.#startedAt.set(id, Date.now());
  }

  onTestModuleEnd({ id, moduleId, project }: TestModule): void {
    const endedAt = Date.now();
    const startedAt = this.#startedAt.get(id) ?? endedAt;
    const span = this.#projects.get(project.name) ?? { startedAt, endedAt, files: [] };
    span.startedAt = Math.min(span.startedAt, startedAt);
    span.endedAt = endedAt;
    span.files.push({ name: path.relative(process.cwd(), moduleId), ms: endedAt - startedAt });
    this.#projects.set(project.name, span);
  }

  onTestRunEnd(): void {
    for (const [name, { startedAt, endedAt, files }] of this.#projects) {
      console.log(`${name}: ${files.length} files in ${seconds(endedAt - startedAt)}`);
      const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, slowestShown);
      for (const { name: file, ms } of slowest) console.log(`  ${seconds(ms).padStart(7)}  ${file}`);
    }
    if (process.env.TIMES) writeTimes([...this.#projects.values()].flatMap(({ files }) => files));
  }
}

/** Below this the order makes no difference. */
const worthNotingMs = 5000;

/** Writes down for later runs which files took long; files that did not run keep what is known of them. */
function writeTimes(files: Span["files"]): void {
  const known = JSON.parse(readFileSync(timesFile, "utf8")) as Record<string, number>;
  for (const { name } of files) delete known[name];
  const long = files
    .filter(({ ms }) => ms >= worthNotingMs)
    .map(({ name, ms }) => [name, Math.round(ms / 1000)] as const);
  const all = [...new Map([...Object.entries(known), ...long])]
    .filter(([name]) => existsSync(name))
    .sort(([, a], [, b]) => b - a);
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
