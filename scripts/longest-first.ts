import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = path.resolve(import.meta.dirname, "..");

/** Seconds of the files that take longest, by name; `npm test` writes them anew where TIMES is set. */
export const timesFile = path.join(root, "tests/times.json");

/**
 * Begins each project with the files that took longest when times were last written down, so that no worker is left
 * alone with one of them at the end. A clean clone has no times of its own, and a file of three lines may take a minute.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = JSON.parse(readFileSync(timesFile, "utf8")) as Record<string, number>;
    const secondsOf = ({ moduleId }: TestSpecification) => times[path.relative(root, moduleId)] ?? 0;
    const turnOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const longest = new Map<string, number>();
    for (const file of files)
      longest.set(file.project.name, Math.max(longest.get(file.project.name) ?? 0, secondsOf(file)));
    const maxMsOf = ({ project }: TestSpecification) => longest.get(project.name) ?? 0;
    const sorted = await super.sort(files);
    const environmentOf = new Map(files.map((file) => [file, readEnvironment(file)]));
    // Files of one project and environment stay together: workers share their modules for as long as they follow each other.
    return sorted.sort(
      (a, b) =>
        turnOf(a) - turnOf(b) ||
        maxMsOf(b) - maxMsOf(a) ||
        a.project.name.localeCompare(b.project.name) ||
        (environmentOf.get(a) ?? "").localeCompare(environmentOf.get(b) ?? "") ||
        secondsOf(b) - secondsOf(a),
    );
  }
}

/** What the first line of a file asks for; empty where it takes what its project has. */
const readEnvironment = ({ moduleId }: TestSpecification): string =>
  /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(moduleId, "utf8"))?.[1] ?? "";
