import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

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
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
